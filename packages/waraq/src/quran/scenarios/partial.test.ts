import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBench, type Bench } from '../../sync/bench.test-support.ts'
import { GatedSnapshots } from '../../sync/scenarios/gated-snapshots.test-support.ts'
import { coreVersesOfChapter } from '../readers/quran-core.ts'
import { sideBySide } from '../readers/side-by-side.ts'
import { includePartial, type PartialRead } from '../readers/query.ts'
import { tafsirChapter, tafsirPassage } from '../readers/tafsir.ts'
import { translationChapter, translationRange, translationVerse } from '../readers/translation.ts'
import { refOf } from '../readers/library.test-support.ts'

/** Questions that are answered while the first snapshot of their resource comes. */

const english = refOf('translations:20')
const commentary = refOf('tafsirs:900')
const core = refOf('quran_core:1')
const long = 'word '.repeat(30)

let bench: Bench
let gate: GatedSnapshots
let ending: Promise<unknown>

/** A sync of this resource comes as far as some of its rows. */
async function begin(key: string, rows: readonly object[]): Promise<void> {
  bench.sandbox.add(refOf(key), rows as never)
  const engine = bench.newEngine({ fetch: gate.fetchOf(bench) })
  await engine.subscribe(key)
  ending = engine.sync()
  ending.catch(() => undefined)
  gate.give(15_000)
  await expect.poll(() => bench.store.partial(refOf(key))).toBeDefined()
}

beforeEach(() => {
  bench = createBench({ sandbox: { content: { resources: 'articles:1' } } })
  gate = new GatedSnapshots()
})
afterEach(async () => {
  gate.open()
  await bench.close()
})

const verses = Array.from({ length: 286 }, (_, index) => ({
  id: index + 1,
  verse_key: `2:${index + 1}`,
  text: `Verse ${index + 1} ${long}`,
}))

it('of a translation have the verses so far, and say so; others have none until it is complete', async () => {
  await begin('translations:20', verses)
  const { store } = bench
  const { answer, partial } = await store.query(translationChapter(english, 2, { includePartial: true }))
  expect(answer.length).toBeGreaterThan(10)
  expect(answer.length).toBeLessThan(286)
  expect(answer.map(({ number }) => number)).toEqual(answer.map((_, index) => index + 1))
  expect(partial).toMatchObject({ rows: answer.length })
  const [verse, missing] = [
    translationVerse(english, '2:3', { includePartial: true }),
    translationVerse(english, '2:286', { includePartial: true }),
  ]
  expect((await store.query(verse)).answer).toMatchObject({ verseKey: '2:3' })
  expect(await store.query(missing)).toMatchObject({ answer: undefined, partial: { rows: answer.length } })
  const range = translationRange(english, { from: '2:2', to: '2:4' }, { includePartial: true })
  expect((await store.query(range)).answer).toHaveLength(3)
  expect(await store.query(translationChapter(english, 2))).toEqual([])
  expect(await store.query(translationChapter(english, 2, { includePartial: false }))).toEqual([])
  const beside = sideBySide({ translations: [english] }, { chapter: 2 })
  expect(await store.query(beside)).toEqual([])
  expect((await store.query(includePartial(beside))).map(({ number }) => number)).toEqual(
    answer.map(({ number }) => number),
  )
  // Their answers differ in form, so their keys do.
  const plain = translationVerse(english, '2:3')
  expect(new Set([verse.key, plain.key, includePartial(plain).key]).size).toBe(3)

  gate.open()
  await ending
  expect(await store.query(missing)).toMatchObject({ answer: { verseKey: '2:286' }, partial: undefined })
})

it('are answered again as more comes, and when all is here', async () => {
  const answers: PartialRead<readonly unknown[]>[] = []
  const end = bench.store
    .live(translationChapter(english, 2, { includePartial: true }))
    .subscribe((answer) => answers.push(answer))
  await expect.poll(() => answers.length).toBe(1)
  expect(answers[0]).toEqual({ answer: [], partial: undefined })
  await begin('translations:20', verses)
  await expect.poll(() => answers.at(-1)?.partial).toBeDefined()
  gate.open()
  await ending
  await expect.poll(() => answers.at(-1)?.answer.length).toBe(286)
  expect(answers.at(-1)!.partial).toBeUndefined()
  // Of one moment each: as many verses as it says.
  for (const { answer, partial } of answers) if (partial) expect(answer).toHaveLength(partial.rows)
  end()
})

it('of a tafsir have the texts so far, and none about a verse that has not come', async () => {
  const rows = verses.map(({ id, verse_key }, index) => ({
    id,
    verse_key,
    text: index % 3 === 0 ? `About ${id} ${long}` : '',
  }))
  await begin('tafsirs:900', rows)
  const { store } = bench
  const { answer, partial } = await store.query(tafsirChapter(commentary, 2, { includePartial: true }))
  expect(answer.length).toBeGreaterThan(3)
  expect(answer[0]).toMatchObject({ from: '2:1', to: '2:3' })
  const beyond = `2:${partial!.rows + 3}` as const
  expect(
    (await store.query(tafsirPassage(commentary, beyond, { includePartial: true }))).answer,
  ).toBeUndefined()
  const early = await store.query(tafsirPassage(commentary, '2:5', { includePartial: true }))
  expect(early.answer).toMatchObject({ from: '2:4', to: '2:6' })
  expect(await store.query(tafsirChapter(commentary, 2))).toEqual([])
})

it('of the Arabic text have the verses so far', async () => {
  const rows = verses.map(({ id, verse_key, text }) => ({
    id,
    record_type: 'verse',
    verse_key,
    text_uthmani: text,
  }))
  await begin('quran_core:1', rows)
  const { answer, partial } = await bench.store.query(coreVersesOfChapter(core, 2, { includePartial: true }))
  expect(answer).toHaveLength(partial!.rows)
})
