import { relayTokens } from '../../client/relay-tokens.ts'
import { afterEach, describe, expect, inject, it } from 'vitest'
import type { ContentStore } from '../../store/read/content-store.ts'
import { createSyncEngine } from '../../sync/engine/create-sync-engine.ts'
import { openContentStore } from '../../store/read/open-content-store.ts'
import type { StoreView } from '../../store/read/store-view.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import { sideBySide } from '../readers/side-by-side.ts'
import { together } from '../readers/query.ts'
import { translationPage, translationVerse } from '../readers/translation.ts'
import { verseWords } from '../readers/words.ts'

/** Views in a real browser, because they depend on how the browser runs promises and transactions. */

const services = inject('services')
// No other test changes these resources.
const turkish = { group: 'translations', id: 77 }
const spanish = { group: 'translations', id: 83 }
const mushaf = { group: 'mushafs', id: 1 }
const transliteration = { group: 'word_by_word_transliterations', id: 60 }

const open: { close(): void | Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function start(filter: string): Promise<{ engine: SyncEngine; store: ContentStore }> {
  const name = `view ${crypto.randomUUID()}`
  const { contentRoot, relay } = services
  const engine = createSyncEngine({ name, contentRoot, tokens: relayTokens(relay) })
  const store = openContentStore({ name })
  open.push(store, engine)
  await engine.subscribe(filter)
  expect((await engine.sync()).outcome).toBe('current')
  return { engine, store }
}

const textOf = async (view: StoreView, ref: typeof turkish) =>
  (await translationVerse(ref, '1:1')(view))?.text
const textsOf = async (view: StoreView) => [await textOf(view, turkish), await textOf(view, spanish)]

/** Corrects the first verse of both translations: one commit to come. */
async function publish(store: ContentStore, text: string): Promise<void> {
  const changes = []
  for (const ref of [turkish, spanish]) {
    const verse = await store.query(translationVerse(ref, '1:1'))
    changes.push({ resource: ref, update: { key: verse!.row.id, text } })
  }
  const response = await fetch(`${services.admin}/publish`, {
    method: 'POST',
    body: JSON.stringify({ changes }),
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(200)
}

describe('a view in a browser', () => {
  it('sees one commit, however long it reads and however it is asked', async () => {
    const { engine, store } = await start('translations:77,83')
    const before = await textsOf(store)
    const text = `changed ${crypto.randomUUID()}`
    await publish(store, text)
    const sync = engine.sync()
    const seen = await store.query(async (view) => {
      const found = [await textsOf(view)]
      // Half a second: longer than the whole sync takes.
      const until = performance.now() + 500
      while (performance.now() < until) await view.query(textsOf)
      found.push(await textsOf(view), await store.query(textsOf), await view.query(textsOf))
      found.push(...(await Promise.all([textsOf(view), view.query(textsOf)])))
      return found
    })
    expect(seen).toEqual(seen.map(() => before))
    await sync
    expect(await textsOf(store)).toEqual([text, text])
  })

  it('is followed live', async () => {
    const { engine, store } = await start('translations:77,83')
    const page = together({
      turkish: translationVerse(turkish, '1:1'),
      spanish: translationVerse(spanish, '1:1'),
    })
    const seen: (string | undefined)[][] = []
    const end = store
      .live(page)
      .subscribe((answer) => void seen.push([answer.turkish?.text, answer.spanish?.text]))
    const text = `live ${crypto.randomUUID()}`
    await publish(store, text)
    await engine.sync()
    await expect.poll(() => seen.at(-1), { timeout: 20_000 }).toEqual([text, text])
    end()
    expect(seen.filter(([one, other]) => (one === text) !== (other === text))).toEqual([])
  })

  it('ends where its query awaits anything else', async () => {
    const { store } = await start('translations:77')
    const others: (() => Promise<unknown>)[] = [
      () => new Promise((resolve) => setTimeout(resolve, 20)),
      () => fetch(services.admin, { method: 'HEAD' }).catch(() => undefined),
    ]
    for (const other of others) {
      const reading = store.query(async (view) => {
        await view.resources()
        await other()
        return textOf(view, turkish)
      })
      await expect(reading).rejects.toMatchObject({ code: 'view_ended', retryable: false })
    }
    expect(await textOf(store, turkish)).toBeTypeOf('string')
  })

  it('answers readers that look in many places', async () => {
    const { store } = await start('mushafs:1;translations:77;word_by_word_transliterations:60')
    const answers = await store.query(
      together({
        page: translationPage(turkish, 42),
        same: translationPage(turkish, 42, { mushaf }),
        words: verseWords({ mushaf, transliteration }, '2:255'),
        beside: sideBySide({ translations: [turkish], mushaf }, { page: 42 }),
      }),
    )
    expect(answers.page[0]).toMatchObject({ verseKey: '2:253' })
    expect(answers.same).toEqual(answers.page)
    expect(answers.beside.map(({ verseKey }) => verseKey)).toEqual(
      answers.page.map(({ verseKey }) => verseKey),
    )
    expect(answers.words.length).toBeGreaterThan(45)
    expect(answers.words.filter((word) => word.transliteration === null)).toMatchObject([{ kind: 'end' }])
  })
})
