import { isAbort, isWaraqError } from '@waraq/protocol'
import { IDBDatabase as FakeDatabase, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { catalogueBench, type CatalogueBench } from './bench.test-support.ts'
import type { CatalogueContent } from './content.ts'

const all = ['chapter_reciters', 'chapters', 'recitations', 'tafsirs', 'translations']
const saheeh = { group: 'translations', id: 20 }

function nameOf(content: CatalogueContent, key: `${string}:${number}`): string | undefined {
  return content.resources.get(key)?.name
}

/** The cache's records, from outside. */
async function inCache(
  { indexedDB }: CatalogueBench,
  change: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('waraq-catalogue')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })
  const transaction = database.transaction('lists', 'readwrite')
  const request = change(transaction.objectStore('lists'))
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error!)
  })
  database.close()
  return request.result
}

describe('names from the service', () => {
  it('come with the first question, one request a list', async () => {
    const bench = catalogueBench()
    const content = await bench.open({ clock: new VirtualClock(5_000) }).get()
    expect(bench.asked()).toEqual(all)
    expect(content).toMatchObject({ language: 'en', fetchedAt: 5_000, problems: [] })
    expect(content.resources.get('translations:20')).toEqual({
      ref: saheeh,
      name: 'Saheeh International (quran-json)',
      author: 'Umm Muhammad (Saheeh International)',
      language: { name: 'English', tag: 'en', direction: 'ltr' },
      style: null,
      attribution: 'Saheeh International (quran-json) — Umm Muhammad (Saheeh International)',
      listed: true,
    })
    expect(content.chapters[0]).toMatchObject({
      id: 1,
      arabicName: 'الفاتحة',
      meaning: 'The Opener',
      verses: 7,
      place: 'makkah',
      opensWithBismillah: false,
      pages: { first: 1, last: 1 },
    })
  })

  it('belong to the groups of the feed', async () => {
    const bench = catalogueBench()
    const content = await bench.open().get()
    for (const { group, id } of bench.sandbox.resources) {
      const listed = ['translations', 'tafsirs', 'recitations', 'chapter_recitations'].includes(group)
      expect([group, content.resources.has(`${group}:${id}`)]).toEqual([group, listed])
    }
  })

  it('come anew with a refresh, and listeners are told', async () => {
    const bench = catalogueBench()
    const clock = new VirtualClock(1_000)
    const catalogue = bench.open({ clock })
    const before = await catalogue.get()
    bench.sandbox.hide(saheeh)
    let reported = 0
    const end = catalogue.live.subscribe(() => void (reported += 1))
    await clock.advance(500)
    await catalogue.refresh()
    expect(reported).toBeGreaterThan(0)
    expect(catalogue.live.get().fetchedAt).toBe(1_500)
    expect([nameOf(before, 'translations:20'), nameOf(catalogue.live.get(), 'translations:20')]).toEqual([
      'Saheeh International (quran-json)',
      undefined,
    ])
    // Content that was given out never changes.
    expect(before.fetchedAt).toBe(1_000)
    const heard = reported
    end()
    await catalogue.refresh()
    expect(reported).toBe(heard)
  })

  it('are fetched once however many ask', async () => {
    const bench = catalogueBench()
    const catalogue = bench.open()
    await Promise.all([catalogue.get(), catalogue.get(), catalogue.refresh(), catalogue.refresh()])
    expect(bench.asked()).toEqual(all)
    await catalogue.refresh()
    expect(bench.asked()).toEqual(all)
  })
})

describe('a refresh of what is older than some time', () => {
  it('makes no request while all is younger, also after a restart', async () => {
    const bench = catalogueBench()
    const clock = new VirtualClock(1_000)
    await bench.open({ clock }).refresh()
    bench.asked()
    await clock.advance(999)
    await bench.open({ clock }).refresh({ olderThanMs: 1_000 })
    expect(bench.asked()).toEqual([])
    await clock.advance(1)
    await bench.open({ clock }).refresh({ olderThanMs: 1_000 })
    expect(bench.asked()).toEqual(all)
  })

  it('asks where a list is missing', async () => {
    const bench = catalogueBench()
    bench.fail({ status: 500 }, 'chapters')
    const catalogue = bench.open()
    await catalogue.refresh({ olderThanMs: 1_000_000 })
    bench.asked()
    await catalogue.refresh({ olderThanMs: 1_000_000 })
    expect(bench.asked()).toEqual(all)
  })

  it('stores all that came in one transaction', async () => {
    const begun = vi.spyOn(FakeDatabase.prototype, 'transaction')
    const bench = catalogueBench()
    await bench.open().refresh()
    expect(begun.mock.calls.filter(([, mode]) => mode === 'readwrite')).toHaveLength(1)
  })
})

describe('the age of names', () => {
  const day = 24 * 3_600_000

  it('is told, with the end of it', async () => {
    const content = await catalogueBench()
      .open({ clock: new VirtualClock(5_000) })
      .get()
    expect(content).toMatchObject({ fetchedAt: 5_000, keptUntil: 5_000 + 7 * day })
  })
  const ofDays = async (days: number) => {
    const bench = catalogueBench()
    await bench.open({ clock: new VirtualClock(0) }).get()
    bench.asked()
    const content = await bench.open({ clock: new VirtualClock(days * day) }).get()
    expect(nameOf(content, 'translations:20')).toMatch(/^Saheeh/)
    return bench
  }
  it('of three days asks for nothing', async () => {
    const bench = await ofDays(3)
    await settle()
    expect(bench.asked()).toEqual([])
  })
  it('of four days asks for them again, beside what is shown', async () => {
    const bench = await ofDays(4)
    const asked: string[] = []
    await expect.poll(() => asked.push(...bench.asked())).toBe(all.length)
    expect(asked).toEqual(all)
  })
  it('of more than seven days drops them, from the device as well', async () => {
    const bench = catalogueBench()
    for (const language of ['en', 'ar']) await bench.open({ clock: new VirtualClock(0), language }).get()
    bench.fail({ networkError: true })
    const content = await bench.open({ clock: new VirtualClock(8 * day) }).get()
    expect([nameOf(content, 'translations:20'), content.fetchedAt, content.keptUntil]).toEqual([
      undefined,
      null,
      null,
    ])
    expect(content.problems).toHaveLength(all.length)
    expect(await inCache(bench, (store) => store.count())).toBe(0)
  })
  it('ends on a page that stays open, too', async () => {
    const bench = catalogueBench()
    const clock = new VirtualClock(0)
    const catalogue = bench.open({ clock })
    await catalogue.get()
    bench.asked()
    await clock.advance(8 * day)
    expect(await catalogue.get()).toMatchObject({ fetchedAt: 8 * day, problems: [] })
    expect(bench.asked()).toEqual(all)
  })
})

describe('names on the device', () => {
  it('are there without a network, in every language that was fetched', async () => {
    const bench = catalogueBench()
    await bench.open().get()
    await bench.open({ language: 'ur' }).get()
    bench.fail({ networkError: true })
    bench.asked()
    const [english, urdu] = await Promise.all([bench.open().get(), bench.open({ language: 'ur' }).get()])
    expect(bench.asked()).toEqual([])
    expect([english.chapters[0]?.meaning, urdu.chapters[0]?.meaning]).toEqual(['The Opener', 'کھولنے والی'])
    expect(english).toMatchObject({ problems: [] })
    expect(nameOf(english, 'tafsirs:169')).toBe('Sandbox commentary (generated)')
  })

  it('are told without a request, also where there are none', async () => {
    const bench = catalogueBench()
    expect(await bench.open().stored()).toMatchObject({ chapters: [], fetchedAt: null, problems: [] })
    expect(bench.asked()).toEqual([])
    const fetched = await bench.open().get()
    bench.asked()
    const catalogue = bench.open()
    expect(await catalogue.stored()).toEqual(fetched)
    expect(catalogue.live.get()).toEqual(fetched)
    expect(bench.asked()).toEqual([])
    catalogue.close()
    await expect(catalogue.stored()).rejects.toMatchObject({ code: 'catalogue_closed' })
  })

  it('are fetched for a language that is new, and replace none', async () => {
    const bench = catalogueBench()
    const english = await bench.open().get()
    bench.asked()
    const turkish = await bench.open({ language: 'tr' }).get()
    expect(bench.asked()).toEqual(all)
    expect(turkish.chapters[0]?.meaning).not.toBe(english.chapters[0]?.meaning)
    expect(await bench.open().get()).toEqual(english)
  })

  it('stay where one list fails, which keeps its older copy', async () => {
    const bench = catalogueBench()
    const clock = new VirtualClock(1_000)
    const catalogue = bench.open({ clock })
    await catalogue.get()
    await clock.advance(500)
    bench.fail({ status: 500 }, 'tafsirs')
    bench.sandbox.hide(saheeh)
    await catalogue.refresh()
    const content = catalogue.live.get()
    expect(nameOf(content, 'tafsirs:169')).toBe('Sandbox commentary (generated)')
    expect(nameOf(content, 'translations:20')).toBeUndefined()
    expect(content.fetchedAt).toBe(1_000)
    expect(content.problems.map(({ list, error }) => [list, error.status, isWaraqError(error)])).toEqual([
      ['tafsirs', 500, true],
    ])
    // The next fetch that works clears the problem.
    bench.sandbox.clearFaults()
    await catalogue.refresh()
    expect(catalogue.live.get()).toMatchObject({ problems: [], fetchedAt: 1_500 })
  })

  it('of one list that never came are fetched behind what is there', async () => {
    const bench = catalogueBench()
    bench.fail({ status: 500 }, 'chapters')
    expect((await bench.open().get()).chapters).toEqual([])
    bench.sandbox.clearFaults()
    const catalogue = bench.open()
    const content = await catalogue.get()
    expect([content.chapters.length, content.resources.size > 0]).toEqual([0, true])
    await catalogue.refresh()
    expect(catalogue.live.get().chapters.length).toBeGreaterThan(0)
  })

  it('outlive an answer without any', async () => {
    const bench = catalogueBench()
    const catalogue = bench.open()
    const before = await catalogue.get()
    for (const { id } of bench.sandbox.resources.filter(({ group }) => group === 'tafsirs'))
      bench.sandbox.hide({ group: 'tafsirs', id })
    await catalogue.refresh()
    const { resources, problems } = catalogue.live.get()
    expect(resources).toEqual(before.resources)
    expect(problems).toMatchObject([{ list: 'tafsirs', error: { code: 'empty_list' } }])
  })

  it('that are broken are fetched again', async () => {
    const bench = catalogueBench()
    const whole = await bench.open().get()
    const garbage: object[] = [
      { items: 'none', fetchedAt: 1 },
      { items: [{ id: 'x' }], fetchedAt: 1 },
      { items: [null], fetchedAt: 1 },
      { items: [], fetchedAt: NaN },
      { fetchedAt: 1 },
    ]
    for (const each of garbage) {
      await inCache(bench, (store) => store.put({ language: 'en', list: 'translations', ...each }))
      bench.asked()
      const catalogue = bench.open()
      const content = await catalogue.get()
      expect(content.resources.has('translations:20')).toBe(false)
      expect(content.chapters).toEqual(whole.chapters)
      await catalogue.refresh()
      expect(catalogue.live.get().resources).toEqual(whole.resources)
    }
    expect(await inCache(bench, (store) => store.get(['en', 'translations']))).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id: 20 })]),
    })
  })
})

describe('a device that stores nothing', () => {
  it.each([
    ['has no IndexedDB', undefined],
    [
      'refuses it',
      {
        open: () => {
          throw new DOMException('no', 'SecurityError')
        },
      },
    ],
  ])('%s: names are fetched, and kept while the page lives', async (_name, indexedDB) => {
    const bench = catalogueBench()
    const own = globalThis.indexedDB
    Reflect.deleteProperty(globalThis, 'indexedDB')
    try {
      const catalogue = bench.open({ indexedDB: indexedDB as unknown as IDBFactory, IDBKeyRange })
      expect(nameOf(await catalogue.get(), 'translations:20')).toBe('Saheeh International (quran-json)')
      bench.asked()
      await catalogue.get()
      expect(bench.asked()).toEqual([])
    } finally {
      globalThis.indexedDB = own
    }
  })
})

describe('without names', () => {
  it('a device that was never online tells why, list by list, and describes all the same', async () => {
    const bench = catalogueBench()
    bench.fail({ networkError: true })
    const catalogue = bench.open()
    const content = await catalogue.get()
    expect(content).toMatchObject({ chapters: [], fetchedAt: null })
    expect(content.problems.map(({ list, error }) => [list, error.code, error.retryable])).toEqual(
      ['chapters', 'translations', 'tafsirs', 'recitations', 'chapter_reciters'].map((list) => [
        list,
        'network',
        true,
      ]),
    )
    expect(catalogue.describe(saheeh)).toMatchObject({ ref: saheeh, name: 'Translations 20', listed: false })
    bench.asked()
    await catalogue.get()
    expect(bench.asked()).toEqual([])
  })

  it('a refresh that failed is not repeated by the first `get`', async () => {
    const bench = catalogueBench()
    bench.fail({ status: 500 }, 'tafsirs')
    const catalogue = bench.open()
    await catalogue.refresh()
    bench.asked()
    const leave = catalogue.live.subscribe(() => undefined)
    expect((await catalogue.get()).problems.map(({ list }) => list)).toEqual(['tafsirs'])
    await settle()
    expect(bench.asked()).toEqual([])
    leave()
  })

  it('a resource that the feed has and the catalogue has not is called by group and id', async () => {
    const catalogue = catalogueBench().open()
    await catalogue.get()
    expect(catalogue.describe({ group: 'word_by_word_translations', id: 59 })).toEqual({
      ref: { group: 'word_by_word_translations', id: 59 },
      name: 'Word by word translations 59',
      author: null,
      language: { name: null, direction: 'auto' },
      style: null,
      attribution: 'Word by word translations 59',
      listed: false,
    })
    expect(catalogue.describe({ group: 'quran_core', id: 3 }).name).toBe('Quran core 3')
    expect(catalogue.describe({ group: 'recitations', id: 1 }).name).toBe('Sandbox reciter one')
  })
})

describe('an end', () => {
  it('of one caller is none for another', async () => {
    const bench = catalogueBench()
    const catalogue = bench.open()
    const leaves = new AbortController()
    const left = catalogue.refresh({ signal: leaves.signal }).catch((error: unknown) => error)
    const stays = catalogue.refresh()
    leaves.abort()
    expect(isAbort(await left)).toBe(true)
    await stays
    expect(catalogue.live.get().problems).toEqual([])
    expect(catalogue.live.get().chapters.length).toBeGreaterThan(0)
  })

  it('of all callers ends the requests, and is no problem of the lists', async () => {
    const bench = catalogueBench()
    bench.fail({ hang: true })
    const catalogue = bench.open()
    const leaves = new AbortController()
    const left = catalogue.refresh({ signal: leaves.signal }).catch((error: unknown) => error)
    await expect.poll(() => bench.sandbox.requests.length).toBe(all.length)
    leaves.abort()
    expect(isAbort(await left)).toBe(true)
    await settle()
    expect(catalogue.live.get().problems).toEqual([])
    bench.sandbox.clearFaults()
    await catalogue.refresh()
    expect(catalogue.live.get()).toMatchObject({ problems: [] })
    expect(
      isAbort(await catalogue.refresh({ signal: AbortSignal.abort() }).catch((error: unknown) => error)),
    ).toBe(true)
  })

  it('of the catalogue ends the calls that wait', async () => {
    const bench = catalogueBench()
    bench.fail({ hang: true })
    const catalogue = bench.open()
    const waiting = [catalogue.get(), catalogue.refresh()]
    await expect.poll(() => bench.sandbox.requests.length).toBe(all.length)
    catalogue.close()
    for (const each of [...waiting, catalogue.get(), catalogue.refresh()])
      await expect(each).rejects.toMatchObject({ code: 'catalogue_closed' })
  })
})
