/**
 * Readers make the queries that applications give to `store.view` and `store.live`. Answers are plain data. Content that is
 * not on this device is missing from an answer, and is no error. A mistaken argument throws `invalid_argument` at once.
 */

// Queries
export { query, together } from './query.ts'
export type { Query, ResultOf } from './query.ts'
export type { VerseKey, VerseRange } from './verse-key.ts'

// Translations and tafsirs
export {
  translationChapter,
  translationJuz,
  translationPage,
  translationRange,
  translationVerse,
} from './translation.ts'
export type { PageOptions, TranslationVerse } from './translation.ts'
export { tafsirChapter, tafsirPassage } from './tafsir.ts'
export type { TafsirPassage } from './tafsir.ts'

// The Arabic text and its parts
export {
  coreChapter,
  coreChapters,
  coreVerse,
  coreVersesOfChapter,
  hizbOf,
  juz,
  juzOf,
  rubElHizbOf,
} from './quran-core.ts'
export type { CorePart, CoreVerse } from './quran-core.ts'

// The mushaf, its words and its fonts
export { mushafInfo, mushafPage, mushafPageOf, mushafVerses, mushafVerseWords } from './mushaf.ts'
export type { MushafPage, MushafPageWord } from './mushaf.ts'
export type { MushafLine } from './mushaf-lines.ts'
export { verseWords } from './words.ts'
export type { VerseWord, VerseWordsOf } from './words.ts'

export { fontAssetOf, fontAssets } from './fonts.ts'
export type { FontAsset } from './fonts.ts'

// Recitations and articles
export { chapterAudio, verseAudio } from './recitation.ts'
export type { ChapterAudio, VerseAudio } from './recitation.ts'
export type { AudioSegment } from './audio-segments.ts'
export { article } from './article.ts'
export type { Article } from './article.ts'

// Several resources beside each other
export { sideBySide } from './side-by-side.ts'
export type { SideBySideOf, SideBySidePart, SideBySideVerse } from './side-by-side.ts'
