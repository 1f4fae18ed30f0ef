import { IDBKeyRange } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Bench } from '../bench.test-support.ts'
import { openContentStore } from '../read/content-store.ts'
import {
  article,
  chapterAudio,
  mushafInfo,
  mushafPage,
  mushafPageOf,
  mushafVerses,
  mushafVerseWords,
  sideBySide,
  tafsirChapter,
  tafsirPassage,
  translationChapter,
  translationJuz,
  translationPage,
  translationRange,
  translationVerse,
  verseAudio,
  verseWords,
  type Query,
} from '../readers/index.ts'
import { countSegments, openLibrary, refOf } from '../readers/library.test-support.ts'

const english = refOf('translations:20')
const commentary = refOf('tafsirs:169')
const mushaf = refOf('mushafs:1')
const translation = refOf('word_by_word_translations:59')
const transliteration = refOf('word_by_word_transliterations:60')
const reciter = refOf('recitations:7')

/** Everything there is: a translation is 52 segments, a tafsir 334, the words of a mushaf 327. */
const everything =
  'articles:1;mushafs:1;recitations:7;tafsirs:169;translations:20;' +
  'word_by_word_translations:59;word_by_word_transliterations:60'

let bench: Bench
beforeAll(async () => {
  bench = await openLibrary(everything, { content: 'full' })
}, 300_000)
afterAll(() => bench.close())
afterEach(() => void vi.restoreAllMocks())

describe('a reader opens only what it needs', () => {
  it('of a library of many segments', async () => {
    const directories = await bench.db.directories.toArray()
    const segments = Object.fromEntries(
      directories.map(({ recordType, segments: list }) => [recordType, list.length]),
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
        [5, translationChapter(english, 2)],
        [1, translationChapter(english, 112)],
        [6, translationJuz(english, 30)],
        [10, translationPage(english, 42)],
        [10, translationPage(english, 604)],
        [4, translationPage(english, 42, { mushaf })],
        [2, tafsirPassage(commentary, '2:255')],
        [2, tafsirPassage(commentary, '105:3')],
        [20, tafsirChapter(commentary, 2)],
        [2, tafsirChapter(commentary, 105)],
        [1, mushafInfo(mushaf)],
        [4, mushafPage(mushaf, 42)],
        [4, mushafPageOf(mushaf, '2:255')],
        [1, mushafVerses(mushaf, 42)],
        [6, mushafVerseWords(mushaf, '2:255')],
        [10, verseWords({ mushaf, translation, transliteration }, '2:255')],
        [1, verseAudio(reciter, '2:255')],
        [4, chapterAudio(reciter, 2)],
        [1, article(refOf('articles:1'), ['en'])],
        [12, sideBySide({ translations: [english], tafsirs: [commentary], mushaf }, { page: 42 })],
      ] satisfies [number, Query<unknown>][]
    ).map(([most, query]) => [most, query.key, query]),
  )('at most %i for %s', async (most, _, query) => {
    // One that has read nothing yet.
    const store = openContentStore({ indexedDB: bench.indexedDB, IDBKeyRange })
    const opened = countSegments()
    const answer = await store.view(query)
    store.close()
    expect(Array.isArray(answer) ? answer.length : answer).toBeTruthy()
    expect(opened()).toBeGreaterThan(0)
    expect(opened()).toBeLessThanOrEqual(most)
  })
})
