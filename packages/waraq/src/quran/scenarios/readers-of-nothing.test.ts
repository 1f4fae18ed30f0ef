import { afterEach, describe, expect, it } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import type { ContentStore } from '../../store/read/content-store.ts'
import { openContentStore } from '../../store/read/open-content-store.ts'
import { FallbackStore } from '../../store/read/fallback-store.ts'
import { answerRead } from '../../store/read/read-through.ts'
import type { ResourceRecord } from '../../store/records.ts'
import { segmentTables } from '../../store/segment-tables.ts'
import { WaraqError } from '@waraq/protocol'
import { IDBKeyRange } from 'fake-indexeddb'
import { article } from '../readers/article.ts'
import { chapterAudio, verseAudio } from '../readers/recitation.ts'
import {
  coreChapter,
  coreChapters,
  coreVerse,
  coreVersesOfChapter,
  hizbOf,
  juz,
  juzOf,
  rubElHizbOf,
} from '../readers/quran-core.ts'
import { fontAssetOf, fontAssets } from '../readers/fonts.ts'
import { mushafInfo, mushafPage, mushafPageOf, mushafVerses, mushafVerseWords } from '../readers/mushaf.ts'
import { sideBySide } from '../readers/side-by-side.ts'
import { tafsirChapter, tafsirPassage } from '../readers/tafsir.ts'
import {
  translationChapter,
  translationJuz,
  translationPage,
  translationRange,
  translationVerse,
} from '../readers/translation.ts'
import { verseWords } from '../readers/words.ts'
import type { Query } from '../readers/query.ts'
import { everything, kept, openLibrary, refOf } from '../readers/library.test-support.ts'

const { english, commentary, core, mushaf, reciter, translation, transliteration } = kept

/** Every reader, and its answer where there is no content. */
const readers: readonly (readonly [query: Query<unknown>, nothing: unknown])[] = [
  [translationVerse(english, '112:1'), undefined],
  [translationRange(english, { from: '105:5', to: '112:2' }), []],
  [translationChapter(english, 112), []],
  [translationJuz(english, 30), []],
  [translationPage(english, 604), []],
  [translationPage(english, 604, { mushaf }), []],
  [tafsirPassage(commentary, '105:3'), undefined],
  [tafsirChapter(commentary, 105), []],
  [coreVerse(core, '112:1'), undefined],
  [coreVersesOfChapter(core, 112), []],
  [coreChapter(core, 112), undefined],
  [coreChapters(core), []],
  [juz(core, 30), undefined],
  [juzOf(core, '112:1'), undefined],
  [hizbOf(core, '112:1'), undefined],
  [rubElHizbOf(core, '112:1'), undefined],
  [fontAssets(mushaf), []],
  [fontAssetOf(mushaf, 604), undefined],
  [mushafInfo(mushaf), undefined],
  [mushafPage(mushaf, 604), undefined],
  [mushafPageOf(mushaf, '112:1'), undefined],
  [mushafVerses(mushaf, 604), []],
  [mushafVerseWords(mushaf, '112:1'), []],
  [verseWords({ mushaf, translation, transliteration }, '112:1'), []],
  [verseAudio(reciter, '112:1'), undefined],
  [chapterAudio(reciter, 112), undefined],
  [article(refOf('articles:1'), ['en']), undefined],
  [sideBySide({ translations: [english], tafsirs: [commentary], mushaf }, { page: 604 }), []],
]

let bench: Bench
afterEach(() => bench.close())

async function answers(store: ContentStore): Promise<unknown[]> {
  const found: unknown[] = []
  for (const [query] of readers) found.push([query.key, await store.query(query)])
  return found
}
const nothing = readers.map(([query, answer]) => [query.key, answer])

describe('every reader', () => {
  it('answers with plain data', async () => {
    bench = await openLibrary(everything)
    for (const [query, none] of readers) {
      const answer = await bench.store.query(query)
      expect([query.key, answer]).not.toEqual([query.key, none])
      expect(structuredClone(answer)).toEqual(answer)
    }
  })
  it('answers the same where reads go by message, as it does to a worker that keeps the library in memory', async () => {
    bench = await openLibrary(everything)
    const refuse = () =>
      Promise.reject(new WaraqError({ code: 'storage_unavailable', message: 'none here', retryable: true }))
    const through = new FallbackStore(
      { query: refuse } as unknown as ContentStore,
      {
        read: async (request) => structuredClone(await answerRead(bench.store, request)),
        status: async () => ({ ...(await bench.engine.status()), persistent: false }),
        watch: () => () => undefined,
      },
      new VirtualClock(),
    )
    expect(await answers(through)).toEqual(await answers(bench.store))
  })
  it('answers with nothing where the resource is absent', async () => {
    bench = await openLibrary('articles:2')
    expect(await answers(bench.store)).toEqual(nothing)
  })
  it.each<readonly [string, (db: Bench['db']) => Promise<unknown>]>([
    ['segments', (db) => Promise.all(segmentTables.map((table) => db.table(table).clear()))],
    [
      'manifests, and what records hold of them,',
      async (db) => {
        await db.manifests.clear()
        const records = await db.resources.toArray()
        const without = ({ manifests, ...record }: ResourceRecord): ResourceRecord => ({
          ...record,
          manifests: manifests.map((ref) => ({ ...ref, segments: '' })),
        })
        await db.resources.bulkPut(records.map(without))
      },
    ],
  ])('answers with nothing where %s were lost', async (_, lose) => {
    bench = await openLibrary(everything)
    await lose(bench.db)
    const store = openContentStore({ indexedDB: bench.indexedDB, IDBKeyRange })
    expect(await answers(store)).toEqual(nothing)
    store.close()
  })
  it('answers as ever where only manifests were lost, which the records of small resources hold too', async () => {
    bench = await openLibrary(everything)
    const before = await answers(bench.store)
    await bench.db.manifests.clear()
    const store = openContentStore({ indexedDB: bench.indexedDB, IDBKeyRange })
    expect(await answers(store)).toEqual(before)
    store.close()
  })
  it('goes on without a resource that is damaged', async () => {
    bench = await openLibrary(everything)
    for (const table of ['tafsir', 'word_translation']) await bench.db.table(table).clear()
    const words = await bench.store.query(verseWords({ mushaf, translation, transliteration }, '112:1'))
    expect(words[0]).toMatchObject({
      translation: null,
      transliteration: { text: expect.any(String) as string },
    })
    const beside = sideBySide({ translations: [english], tafsirs: [commentary], mushaf }, { chapter: 112 })
    expect(
      (await bench.store.query(beside)).map(({ tafsirs, translations }) => [
        tafsirs.length,
        translations.length,
      ]),
    ).toEqual([0, 0, 0, 0].map(() => [0, 1]))
  })
})
