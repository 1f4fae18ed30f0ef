import { IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { StoreView } from '../../store/read/store-view.ts'
import type { Bench } from '../../sync/bench.test-support.ts'
import { openContentStore } from '../../store/read/open-content-store.ts'
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
import { verseWords, wordByWord } from '../readers/words.ts'
import type { Query } from '../readers/query.ts'
import { chapterRecording, type Recording } from '../recordings/recorded.ts'
import {
  countReads,
  countSegments,
  everything,
  kept,
  openLibrary,
  refOf,
} from '../readers/library.test-support.ts'

const { english, commentary, core, mushaf, reciter, translation, transliteration } = kept

/** A library of everything: a translation is 52 segments, a tafsir 334, the words of a mushaf 327. */
let bench: Bench
beforeAll(async () => {
  bench = await openLibrary(everything, { content: 'full' })
}, 300_000)
afterAll(() => bench.close())

/** Opens segments with a store that has read nothing yet, and counts them. */
async function opens(
  query: (view: StoreView) => Promise<unknown>,
): Promise<[answer: unknown, segments: number]> {
  const store = openContentStore({ indexedDB: bench.indexedDB, IDBKeyRange })
  const opened = countSegments()
  const answer = await store.query(query)
  store.close()
  vi.restoreAllMocks()
  return [answer, opened()]
}

// The first segments of a snapshot have 16, 32, 64 and 128 rows, so that they can be read while the rest arrives.
describe('a reader opens only what it needs', () => {
  it('of a library of many segments', async () => {
    const manifests = await bench.db.manifests.toArray()
    const segments = Object.fromEntries(
      manifests.map(({ recordType, segments: list }) => [recordType, list.length]),
    )
    expect(segments['translation']).toBeGreaterThan(40)
    expect(segments['tafsir']).toBeGreaterThan(200)
    expect(segments['mushaf_word']).toBeGreaterThan(200)
    expect(segments['mushaf_page']).toBeGreaterThan(2)
  })

  it.each<[most: number, key: string, query: Query<unknown>]>(
    (
      [
        [1, translationVerse(english, '2:255')],
        [2, translationRange(english, { from: '2:280', to: '3:5' })],
        [6, translationChapter(english, 2)],
        [1, translationChapter(english, 112)],
        [6, translationJuz(english, 30)],
        [10, translationPage(english, 42)],
        [10, translationPage(english, 604)],
        [4, translationPage(english, 42, { mushaf })],
        [2, tafsirPassage(commentary, '2:255')],
        [2, tafsirPassage(commentary, '105:3')],
        [20, tafsirChapter(commentary, 2)],
        [2, tafsirChapter(commentary, 105)],
        [1, coreVerse(core, '2:255')],
        [5, coreVersesOfChapter(core, 2)],
        [1, coreChapter(core, 2)],
        [4, coreChapters(core)],
        [1, juz(core, 3)],
        [2, juzOf(core, '2:255')],
        [3, hizbOf(core, '2:255')],
        [4, rubElHizbOf(core, '2:255')],
        [12, fontAssets(mushaf)],
        [1, fontAssetOf(mushaf, 42)],
        [1, mushafInfo(mushaf)],
        [4, mushafPage(mushaf, 42)],
        [5, mushafPageOf(mushaf, '2:255')],
        [1, mushafVerses(mushaf, 42)],
        [6, mushafVerseWords(mushaf, '2:255')],
        [10, verseWords({ mushaf, translation, transliteration }, '2:255')],
        [1, verseAudio(reciter, '2:255')],
        [8, chapterAudio(reciter, 2)],
        [1, article(refOf('articles:1'), ['en'])],
        [12, sideBySide({ translations: [english], tafsirs: [commentary], mushaf }, { page: 42 })],
      ] satisfies [number, Query<unknown>][]
    ).map(([most, query]) => [most, query.key, query]),
  )('at most %i for %s', async (most, _, query) => {
    const [answer, opened] = await opens(query)
    expect(Array.isArray(answer) ? answer.length : answer).toBeTruthy()
    expect(opened).toBeGreaterThan(0)
    expect(opened).toBeLessThanOrEqual(most)
  })

  it('where rows lie among many: the font of a whole mushaf, and the times of one chapter', async () => {
    const { sandbox, engine } = bench
    const rows = sandbox.snapshotRows('mushafs:1')!
    const fonts = rows.filter((row) => row['record_type'] === 'font_asset' && row['page_number'] !== 42)
    sandbox.add(refOf('mushafs:901'), fonts)
    const added = ['mushafs:901', 'chapter_recitations:7']
    for (const key of added) await engine.subscribe(key)
    expect((await engine.sync()).outcome).toBe('current')
    const [font, ofFont] = await opens(fontAssetOf(refOf('mushafs:901'), 42))
    expect(font).toMatchObject({ page: null })
    expect(ofFont).toBeLessThanOrEqual(2)
    const [recording, ofTimes] = await opens((view) =>
      chapterRecording(view, refOf('chapter_recitations:7'), 112),
    )
    expect((recording as Recording).verses).toHaveLength(4)
    expect(ofTimes).toBeLessThanOrEqual(2)
  })
})

describe('the words of many verses', () => {
  const of = { mushaf, translation, transliteration }
  /** Of a store that has read nothing yet. */
  async function readsOf(part: Parameters<typeof wordByWord>[1]) {
    const store = openContentStore({ indexedDB: bench.indexedDB, IDBKeyRange })
    const counts = countReads()
    const { length: verses } = await store.query(wordByWord(of, part))
    const counted = counts()
    vi.restoreAllMocks()
    store.close()
    return { verses, ...counted }
  }

  it.each<[verses: number, part: Parameters<typeof wordByWord>[1]]>([
    [1, { from: '2:255', to: '2:255' }],
    [10, { from: '2:1', to: '2:10' }],
    [286, { chapter: 2 }],
    [564, { juz: 30 }],
  ])('of %i take no more reads than those of a few: in %j', async (verses, part) => {
    const counted = await readsOf(part)
    expect(counted.verses).toBe(verses)
    // One to open the database, and one for the query.
    expect(counted.transactions).toBeLessThanOrEqual(2)
    // Most find the first and last page by halves. Verse by verse these are of the verses' number, times each resource.
    expect(counted.reads).toBeLessThanOrEqual(100)
  })
})
