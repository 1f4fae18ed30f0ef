import { systemClock, type Clock } from '../../client/clock.ts'
import { failure } from '@waraq/test-support/failure'
import { fakeLocks } from '@waraq/test-support/locks'
import { settle } from '@waraq/test-support/at-rest'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openFonts, type Fonts } from './fonts.ts'
import type { FontsOptions } from './options.ts'
import type { FontsStatus } from './report.ts'
import {
  asItIs,
  bytesOf,
  fontBench,
  fontRow,
  mushaf,
  sha256Of,
  type Answer,
  type FakeFontFace,
  type FontBench,
} from './fonts.test-support.ts'

/** Fonts of a real library, with a host and a Cache Storage in memory. */

let at: FontBench
afterEach(() => at.close())

const until = (condition: () => unknown) => vi.waitUntil(condition, { timeout: 30_000, interval: 1 })
const codes = (report: { readonly failed: FontsStatus['failed'] }) =>
  report.failed.map(({ page, error }) => [page, error.code])
const idOf = (row: { readonly id?: unknown }) => Number(row.id)

/** Watches the status; returns a function that gives the latest one. */
function watched(fonts: Fonts): () => FontsStatus {
  let latest: FontsStatus | undefined
  fonts.watch(mushaf, (status) => void (latest = status))
  return () => latest ?? ({ kept: -1, wanted: -1, failed: [] } as unknown as FontsStatus)
}

/** A body that never ends. */
const endless = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.enqueue(bytesOf('x'.repeat(1000))) }))

describe('keeping the fonts of a mushaf', () => {
  it('fetches the best format of each page, and that of the whole, and says under which terms', async () => {
    at = await fontBench([
      fontRow(1, 'one'),
      fontRow(1, 'one.ttf', { format: 'truetype' }),
      fontRow(2, 'two', { provider: null, license_url: 'javascript:alert(1)' }),
      fontRow(null, 'all'),
      fontRow(null, 'all.ttf', { format: 'truetype' }),
      fontRow(null, 'titles', { font_family: 'Titles' }),
    ])
    const reported: number[] = []
    const report = await at.open().keepFonts(mushaf, { onProgress: ({ kept }) => reported.push(kept) })
    expect(report).toEqual({
      wanted: 4,
      kept: 4,
      bytes: 15,
      failed: [],
      credits: [
        {
          provider: 'A foundry',
          licenseName: 'OFL 1.1',
          licenseUrl: 'https://license.example/ofl',
          attribution: 'By somebody',
        },
        { provider: null, licenseName: 'OFL 1.1', licenseUrl: null, attribution: 'By somebody' },
      ],
    })
    expect(reported).toEqual([1, 2, 3, 4])
    expect(at.asked()).toEqual(['all', 'one', 'titles', 'two'])
    expect(at.caches.hashes()).toEqual(['one', 'two', 'all', 'titles'].map(sha256Of).sort())
    expect([...at.caches.all.keys()]).toEqual(['waraq:waraq:fonts:mushafs:901'])
  })

  it('sends no credentials and follows no redirect', async () => {
    at = await fontBench([fontRow(1, 'one')])
    await at.open().keepFonts(mushaf)
    expect(at.inits[0]).toMatchObject({
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
  })

  it.each<[string, Record<string, unknown>, string, Answer?]>([
    ['no hash', { sha256: null }, 'file_unusable'],
    ['half a hash', { sha256: sha256Of('bad').slice(32) }, 'file_unusable'],
    ['a hash with other signs', { sha256: 'g'.repeat(64) }, 'file_unusable'],
    ['a length beyond all fonts', { byte_size: 33 * 1024 * 1024 }, 'file_unusable'],
    ['another hash', { sha256: sha256Of('other') }, 'file_mismatch'],
    ['fewer bytes than it has', { byte_size: 2 }, 'file_mismatch'],
    ['more bytes than it has', { byte_size: 9 }, 'file_mismatch'],
    ['an endless file', {}, 'file_mismatch', endless],
    ['an endless file of unknown length', { byte_size: null }, 'file_mismatch', endless],
    ['another host', { url: 'https://evil.example/x' }, 'foreign_address'],
    ['another host without its scheme', { url: '//evil.example/x' }, 'foreign_address'],
    ['no host', { url: '/x' }, 'foreign_address'],
    ['plain http', { url: 'http://static.example/x' }, 'foreign_address'],
    ['a file that is gone', {}, 'not_found', () => new Response(null, { status: 404 })],
    ['an answer that is none', {}, 'service_failed', () => new Response(null, { status: 503 })],
    [
      'a redirect',
      {},
      'network',
      () => Object.defineProperty(new Response(bytesOf('bad')), 'redirected', { value: true }),
    ],
    [
      'no network',
      {},
      'network',
      () => {
        throw new TypeError('offline')
      },
    ],
  ])('a font with %s is not kept, and ends no other', async (_, row, code, answer = asItIs) => {
    at = await fontBench([fontRow(1, 'one'), fontRow(2, 'bad', row as never), fontRow(3, 'three')])
    at.answer((text, signal) => (text === 'bad' ? answer : asItIs)(text, signal))
    const report = await at.open().keepFonts(mushaf)
    expect([codes(report), report.wanted, report.kept]).toEqual([[[2, code]], 3, 2])
    expect(report.failed[0]!.error.message).toMatch(/\. .+\.$/)
    expect(at.asked().filter((each) => each !== 'bad')).toEqual(['one', 'three'])
    expect(at.caches.hashes()).toEqual(['one', 'three'].map(sha256Of).sort())
  })

  it('takes addresses without a host from the content root’s, where that is listed', async () => {
    at = await fontBench([fontRow(1, 'one', { url: '/one' })])
    const contentRoot = 'https://static.example/content'
    expect((await at.open({ contentRoot }).keepFonts(mushaf)).kept).toBe(1)
  })

  it('of two rows with one hash fetches one file', async () => {
    at = await fontBench([
      fontRow(1, 'same', { url: 'https://evil.example/1' }),
      fontRow(2, 'same'),
      fontRow(3, 'same', { sha256: sha256Of('same').toUpperCase(), byte_size: null }),
    ])
    const fonts = at.open()
    expect(await fonts.keepFonts(mushaf)).toMatchObject({ wanted: 3, kept: 3, bytes: 4, failed: [] })
    expect(at.asked()).toEqual(['same'])
    expect((await fonts.fontFace(mushaf, 1))?.asset.page).toBe(1)
  })

  it('knows the bytes of files whose rows do not say them', async () => {
    at = await fontBench([fontRow(1, 'one', { byte_size: null }), fontRow(2, 'two', { byte_size: -1 })])
    await at.open().keepFonts(mushaf)
    expect(await at.open().keepFonts(mushaf)).toMatchObject({ kept: 2, bytes: 6 })
    expect(at.asked()).toEqual(['one', 'two'])
  })

  it('fetches only so many at a time', async () => {
    at = await fontBench(Array.from({ length: 9 }, (_, page) => fontRow(page + 1, `page ${page}`)))
    let [now, most] = [0, 0]
    at.answer(async (text) => {
      most = Math.max(most, ++now)
      await settle()
      now--
      return asItIs(text, new AbortController().signal)
    })
    expect((await at.open({ concurrency: 3 }).keepFonts(mushaf)).kept).toBe(9)
    expect(most).toBe(3)
  })

  it('wants nothing of a mushaf that is not here, and nothing of one without fonts', async () => {
    at = await fontBench([])
    const nothing = { wanted: 0, kept: 0, bytes: 0, failed: [], credits: [] }
    const fonts = at.open()
    expect(await fonts.keepFonts({ group: 'mushafs', id: 77 })).toEqual(nothing)
    expect((await fonts.status({ group: 'mushafs', id: 77 })).following).toBe(false)
    expect(await fonts.keepFonts(mushaf)).toEqual(nothing)
    expect((await fonts.status(mushaf)).following).toBe(true)
    expect(at.caches.all.size).toBe(0)
    expect(await fonts.fontFace(mushaf, 1)).toBeUndefined()
  })

  it('is refused where the arguments are mistaken, and where nothing can be kept', async () => {
    at = await fontBench([fontRow(1, 'one')])
    const fonts = at.open()
    expect(await failure(fonts.keepFonts('mushafs' as never))).toMatchObject({ code: 'invalid_argument' })
    expect(await failure(fonts.fontFace(mushaf, 0))).toMatchObject({ code: 'invalid_argument' })
    vi.stubGlobal('caches', undefined)
    const without = at.open({ caches: undefined })
    expect(await failure(without.keepFonts(mushaf))).toMatchObject({ code: 'storage_unavailable' })
    expect(await failure(without.dropFonts(mushaf))).toMatchObject({ code: 'storage_unavailable' })
    expect(await without.fontFace(mushaf, 1)).toBeUndefined()
    expect(await without.status(mushaf)).toMatchObject({ following: false, kept: 0 })
    expect(watched(without)().kept).toBe(0)
    expect(at.asked()).toEqual([])
  })
})

describe('options', () => {
  it.each<[string, Partial<FontsOptions>, string]>([
    ['a foreign store', { store: {} as never }, 'invalid_option'],
    ['a host that is none', { hosts: ['static.example'] }, 'invalid_option'],
    ['no hosts', { hosts: undefined as never }, 'invalid_option'],
    ['none at a time', { concurrency: 0 }, 'invalid_option'],
    ['a content root that is none', { contentRoot: 'nowhere' }, 'invalid_content_root'],
  ])('%s', async (_, options, code) => {
    at = await fontBench([])
    let thrown: unknown
    try {
      at.open(options)
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ code })
    expect(() => openFonts(undefined as never)).toThrow()
  })
})

describe('room', () => {
  it('that is clearly short is found before the first request', async () => {
    at = await fontBench([fontRow(1, 'one'), fontRow(2, 'two')])
    const storage = { estimate: async () => ({ usage: 100, quota: 101 }) }
    const report = await at.open({ storage }).keepFonts(mushaf)
    expect(codes(report)).toEqual([
      [1, 'quota_exceeded'],
      [2, 'quota_exceeded'],
    ])
    expect(at.asked()).toEqual([])
  })

  it('that ends in the middle ends the rest; what was kept stays, and is enough for the next time', async () => {
    at = await fontBench(['a', 'b', 'c', 'd'].map((text, index) => fontRow(index + 1, text)))
    at.caches.room = 2
    const fonts = at.open({ concurrency: 1 })
    const report = await fonts.keepFonts(mushaf)
    expect(codes(report)).toEqual([
      [3, 'quota_exceeded'],
      [4, 'quota_exceeded'],
    ])
    expect([at.asked(), at.caches.hashes().length]).toEqual([['a', 'b', 'c'], 2])
    at.caches.room = Infinity
    expect((await fonts.keepFonts(mushaf)).kept).toBe(4)
    expect(at.asked()).toEqual(['c', 'd'])
  })
})

describe('ending and going on', () => {
  const rows = () => ['a', 'b', 'c'].map((text, index) => fontRow(index + 1, text))

  it('an aborted call leaves what is here, and the next one goes on from there', async () => {
    at = await fontBench(rows())
    const fonts = at.open({ concurrency: 1 })
    const controller = new AbortController()
    const ended = fonts.keepFonts(mushaf, {
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    })
    expect(await failure(ended)).toMatchObject({ message: 'enough' })
    expect(at.asked()).toEqual(['a'])
    // The call ends for its caller a moment before it releases the lock.
    await expect.poll(() => fonts.status(mushaf)).toMatchObject({ wanted: 3, kept: 1, inProgress: false })
    expect((await fonts.keepFonts(mushaf)).kept).toBe(3)
    expect(at.asked()).toEqual(['b', 'c'])
    await expect(fonts.keepFonts(mushaf, { signal: controller.signal })).rejects.toThrow('enough')
  })

  it('a page that closes ends its calls; the next page goes on by itself', async () => {
    at = await fontBench(rows())
    at.answer(async (text, signal) => {
      if (text === 'b')
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        )
      return asItIs(text, signal)
    })
    const fonts = at.open({ concurrency: 1 })
    const call = failure(fonts.keepFonts(mushaf))
    await until(() => at.asked().includes('b'))
    fonts.close()
    expect(await call).toMatchObject({ code: 'files_closed' })
    expect(await failure(fonts.keepFonts(mushaf))).toMatchObject({ code: 'files_closed' })
    at.answer(asItIs)
    const status = watched(at.open())
    await until(() => status().kept === 3)
    expect(at.asked()).toEqual(['b', 'c'])
  })

  it.each([
    ['with Web Locks', () => fakeLocks()],
    ['without', () => undefined],
  ])('two pages fetch each font once, %s', async (_, makeLocks) => {
    at = await fontBench(rows())
    const locks = makeLocks()
    const pages = [at.open({ locks }), at.open({ locks })]
    const reports = await Promise.all(pages.map((fonts) => fonts.keepFonts(mushaf)))
    expect(reports.map(({ kept }) => kept)).toEqual([3, 3])
    expect(at.asked()).toEqual(['a', 'b', 'c'])
  })

  it('a call that waits for its turn ends with its signal', async () => {
    at = await fontBench(rows())
    const stuck = new AbortController()
    at.answer(() => new Promise(() => undefined))
    const first = failure(at.open().keepFonts(mushaf, { signal: stuck.signal }))
    await until(() => at.inits.length > 0)
    const waiting = new AbortController()
    const second = failure(at.open().keepFonts(mushaf, { signal: waiting.signal }))
    waiting.abort(new Error('tired'))
    expect(await second).toMatchObject({ message: 'tired' })
    stuck.abort(new Error('over'))
    expect(await first).toMatchObject({ message: 'over' })
  })
})

describe('a row that changes', () => {
  it('has its font replaced, and the old file deleted, in all pages', async () => {
    const [first, second] = [fontRow(1, 'one'), fontRow(2, 'two')]
    at = await fontBench([first, second])
    const fonts = at.open()
    await fonts.keepFonts(mushaf)
    const status = watched(at.open())
    await until(() => status().kept === 2)
    const { version } = status()
    at.asked()
    const { id: _, ...next } = fontRow(1, 'one, again')
    await at.publish({ update: { key: idOf(first), ...next } as never })
    await until(() => status().version !== version && status().kept === 2)
    expect(at.asked()).toEqual(['one, again'])
    expect(at.caches.hashes()).toEqual(['one, again', 'two'].map(sha256Of).sort())
    const found = await fonts.fontFace(mushaf, 1)
    expect(found?.asset.sha256).toBe(sha256Of('one, again'))
  })

  it('away has its file deleted, and a new one has its own fetched', async () => {
    const [first, second] = [fontRow(1, 'one'), fontRow(2, 'two')]
    at = await fontBench([first, second])
    const fonts = at.open()
    await fonts.keepFonts(mushaf)
    const status = watched(fonts)
    await at.publish({ remove: idOf(first) }, { create: fontRow(3, 'three') }, { create: fontRow(4, 'four') })
    await until(() => status().kept === 3)
    expect(at.caches.hashes()).toEqual(['two', 'three', 'four'].map(sha256Of).sort())
  })

  it('tries again what failed in passing with the next commit, and not before', async () => {
    at = await fontBench([fontRow(1, 'one'), fontRow(2, 'two')])
    at.answer((text, signal) => (text === 'two' ? new Response(null, { status: 503 }) : asItIs(text, signal)))
    const fonts = at.open()
    const status = watched(fonts)
    await fonts.keepFonts(mushaf)
    await until(() => status().kept === 1)
    await settle()
    expect(at.asked()).toEqual(['one', 'two'])
    expect(codes(status())).toEqual([[2, 'service_failed']])
    at.answer(asItIs)
    await at.bench.engine.subscribe('translations:20')
    await at.bench.engine.sync()
    await until(() => status().kept === 2)
    expect([status().failed, at.asked()]).toEqual([[], ['two']])
  })

  /** A clock whose rests after failures last until they are ended here. With it, 0.25 is random. */
  function restingClock() {
    const rests: { readonly ms: number; readonly end: () => void }[] = []
    const sleep: Clock['sleep'] = (ms, signal) =>
      ms % 17_500 !== 0
        ? systemClock.sleep(ms, signal)
        : new Promise((resolve, reject) => {
            rests.push({ ms, end: resolve })
            signal?.addEventListener('abort', () => reject(signal.reason as Error))
          })
    return { clock: { ...systemClock, sleep }, rests }
  }

  it('tries again after a rest what failed in passing, where no commit comes', async () => {
    at = await fontBench([fontRow(1, 'one'), fontRow(2, 'two')])
    at.answer((text, signal) => (text === 'two' ? new Response(null, { status: 503 }) : asItIs(text, signal)))
    const { clock, rests } = restingClock()
    const fonts = at.open({ clock, random: () => 0.25 })
    const status = watched(fonts)
    await fonts.keepFonts(mushaf)
    for (const ms of [17_500, 35_000, 70_000]) {
      await until(() => rests.length > 0 && status().kept === 1)
      expect(rests.map((rest) => rest.ms)).toEqual([ms])
      rests.pop()!.end()
    }
    await until(() => rests.length > 0)
    at.answer(asItIs)
    rests.pop()!.end()
    await until(() => status().kept === 2)
    await settle()
    expect([status().failed, rests]).toEqual([[], []])
  })

  it('tries again after a rest where the storage failed for a moment', async () => {
    at = await fontBench([fontRow(1, 'one')])
    await at.open().keepFonts(mushaf)
    for (const page of at.caches.all.values()) page.clear()
    const { clock, rests } = restingClock()
    const open = at.caches.storage.open
    at.caches.storage.open = () => Promise.reject(new DOMException('busy', 'UnknownError'))
    const status = watched(at.open({ clock, random: () => 0.25 }))
    await until(() => rests.length > 0)
    at.caches.storage.open = open
    rests.pop()!.end()
    await until(() => status().kept === 1 && at.caches.hashes().length === 1)
    await settle()
    expect(rests).toEqual([])
  })
})

describe('a mushaf that goes', () => {
  it('takes its fonts with it, and no others', async () => {
    at = await fontBench([fontRow(1, 'one')], [fontRow(1, 'another')])
    const fonts = at.open()
    await fonts.keepFonts(mushaf)
    await fonts.keepFonts({ group: 'mushafs', id: 902 })
    const status = watched(fonts)
    await until(() => status().following)
    await at.bench.engine.unsubscribe('mushafs:901')
    await until(() => !status().following)
    expect(at.caches.hashes()).toEqual([sha256Of('another')])
    expect((await fonts.status(mushaf)).kept).toBe(0)
    expect(await fonts.fontFace(mushaf, 1)).toBeUndefined()
  })

  it('takes them also where the service withdrew it', async () => {
    at = await fontBench([fontRow(1, 'one')])
    const fonts = at.open()
    await fonts.keepFonts(mushaf)
    at.bench.sandbox.hide('mushafs:901', 'license_withdrawn')
    await at.bench.engine.sync()
    await until(() => at.caches.all.size === 0)
    await until(async () => !(await fonts.status(mushaf)).following)
  })

  it('while its fonts are fetched leaves none behind', async () => {
    at = await fontBench([fontRow(1, 'one'), fontRow(2, 'two')])
    let go = (): void => undefined
    const gone = new Promise<void>((resolve) => (go = resolve))
    at.answer(async (text, signal) => {
      await gone
      return asItIs(text, signal)
    })
    const fonts = at.open()
    const call = fonts.keepFonts(mushaf)
    await until(() => at.inits.length === 2)
    await at.bench.engine.unsubscribe('mushafs:901')
    go()
    await call
    expect(at.caches.hashes()).toEqual([])
    expect((await fonts.status(mushaf)).following).toBe(false)
  })

  it('counts with its fonts among what could be dropped', async () => {
    const long = 'x'.repeat(50_000)
    at = await fontBench([fontRow(1, long, { url: 'https://static.example/long' })])
    at.answer(() => new Response(bytesOf(long)))
    const size = async () => {
      const droppable = await at.bench.engine.droppable()
      return droppable.find(({ filter }) => filter === 'mushafs:901')!.bytes
    }
    const before = await size()
    await at.open().keepFonts(mushaf)
    expect((await size()) - before).toBe(50_000)
  })

  it('may keep its rows: fonts alone can be dropped', async () => {
    at = await fontBench([fontRow(1, 'one')])
    const fonts = at.open()
    await fonts.keepFonts(mushaf)
    await fonts.dropFonts(mushaf)
    expect([at.caches.all.size, (await fonts.status(mushaf)).following]).toEqual([0, false])
    await at.publish({ create: fontRow(2, 'two') })
    await settle()
    expect(at.asked()).toEqual(['one'])
  })

  it('dropped in the middle ends what is under way', async () => {
    at = await fontBench([fontRow(1, 'one')])
    at.answer(() => new Promise(() => undefined))
    const fonts = at.open()
    const call = failure(fonts.keepFonts(mushaf))
    await until(() => at.inits.length === 1)
    await fonts.dropFonts(mushaf)
    expect(await call).toMatchObject({ code: 'aborted', name: 'AbortError' })
    expect((await fonts.status(mushaf)).following).toBe(false)
  })
})

describe('content that may not be shown', () => {
  it('keeps its fonts: what cannot be read says nothing about them', async () => {
    at = await fontBench([fontRow(1, 'one')])
    await at.open().keepFonts(mushaf)
    await at.bench.db.resources.update('mushafs:901', { needsSnapshot: 'damage' })
    const fonts = at.open()
    expect(await fonts.keepFonts(mushaf)).toMatchObject({ wanted: 0 })
    expect(await fonts.fontFace(mushaf, 1)).toBeUndefined()
    expect(await fonts.status(mushaf)).toMatchObject({ following: true, kept: 1 })
    expect(at.caches.hashes()).toEqual([sha256Of('one')])
  })
})

describe('the font of a page', () => {
  it('is loaded, of the right bytes, under a name of our own', async () => {
    at = await fontBench([fontRow(1, 'one'), fontRow(null, 'all')])
    const fonts = at.open()
    expect(await fonts.fontFace(mushaf, 1)).toBeUndefined()
    await fonts.keepFonts(mushaf)
    for (const [page, text, name] of [
      [1, 'one', '1'],
      [2, 'all', 'all'],
    ] as const) {
      const { face, asset } = (await fonts.fontFace(mushaf, page))!
      const { family, source, status } = face as unknown as FakeFontFace
      expect(status).toBe('loaded')
      expect(new TextDecoder().decode(source)).toBe(text)
      expect(family).toBe(`waraq-mushafs-901-${name}-${sha256Of(text).slice(0, 12)}`)
      expect(asset.row.attribution).toBe('By somebody')
    }
    const [asset] = await at.bench.store.query((await import('../../quran.ts')).fontAssets(mushaf))
    expect((await fonts.fontFace(mushaf, asset!))?.asset).toEqual(asset)
  })

  it('that was damaged is deleted, counts as missing, and is fetched again', async () => {
    at = await fontBench([fontRow(1, 'one'), fontRow(2, 'two')])
    const fonts = at.open()
    await fonts.keepFonts(mushaf)
    const status = watched(fonts)
    await until(() => status().kept === 2)
    at.asked()
    at.answer(() => new Response(null, { status: 503 }))
    at.caches.damage(sha256Of('one'))
    expect(await fonts.fontFace(mushaf, 1)).toBeUndefined()
    expect(at.caches.hashes()).toEqual([sha256Of('two')])
    await until(() => status().kept === 1 && !status().inProgress)
    expect([codes(status()), at.asked()]).toEqual([[[1, 'service_failed']], ['one']])
    at.answer(asItIs)
    expect((await fonts.keepFonts(mushaf)).kept).toBe(2)
    expect((await fonts.fontFace(mushaf, 1))?.asset.page).toBe(1)
  })

  it('that the browser does not accept is told, and is none', async () => {
    const row = fontRow(1, 'bad font')
    at = await fontBench([row])
    const fonts = at.open()
    await fonts.keepFonts(mushaf)
    const status = watched(fonts)
    expect(await fonts.fontFace(mushaf, 1)).toBeUndefined()
    await until(() => status().failed.length === 1)
    expect(codes(status())).toEqual([[1, 'font_refused']])
    const { id: _, ...better } = fontRow(1, 'better')
    await at.publish({ update: { key: idOf(row), ...better } as never })
    await until(() => status().failed.length === 0)
    await expect.poll(() => fonts.fontFace(mushaf, 1)).toBeDefined()
  })

  it('is none where there are no fonts at all, as on a server', async () => {
    at = await fontBench([fontRow(1, 'one')])
    await at.open().keepFonts(mushaf)
    expect(await at.open({ FontFace: undefined }).fontFace(mushaf, 1)).toBeUndefined()
  })
})

describe('the status', () => {
  it('is told while fonts come, and by a listener that throws nothing ends', async () => {
    at = await fontBench([fontRow(1, 'one'), fontRow(2, 'two')])
    const fonts = at.open()
    const reported: FontsStatus[] = []
    fonts.watch(mushaf, () => {
      throw new Error('a listener of the application')
    })
    const end = fonts.watch(mushaf, (status) => void reported.push(status))
    await until(() => reported.length > 0)
    await fonts.keepFonts(mushaf, {
      onProgress: () => {
        throw new Error('another')
      },
    })
    await until(() => reported.at(-1)?.kept === 2 && !reported.at(-1)!.inProgress)
    expect(reported.some(({ inProgress }) => inProgress)).toBe(true)
    expect(reported.at(-1)).toMatchObject({ following: true, wanted: 2, kept: 2, bytes: 6, failed: [] })
    const before = reported.length
    end()
    await fonts.dropFonts(mushaf)
    await settle()
    expect(reported).toHaveLength(before)
    fonts.close()
    expect(fonts.watch(mushaf, () => undefined)()).toBeUndefined()
  })
})
