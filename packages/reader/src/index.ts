/**
 * Readers make the queries that applications give to `store.view` and `store.live`. Answers are plain data. Content that is
 * not on this device is missing from an answer, and is no error. A mistaken argument throws `invalid_argument` at once.
 */

// Queries
export { onceAll, query, soFar, together } from './readers/query.ts'
export type { ArrivingOption, Query, ResultOf, SoFar } from './readers/query.ts'
export type { VerseKey, VerseRange } from './readers/verse-key.ts'

// Places as people type them
export { chaptersTyped, parsePlace } from './places/parse-place.ts'
export type { PlaceOptions } from './places/parse-place.ts'
export type { NamedChapter } from './places/chapter-names.ts'
export type { ParsedPlace, PartKind, Place } from './places/place.ts'
export { parseVerses } from './places/verse-numbers.ts'
export { findVerseReferences } from './places/verse-references.ts'
export type { VerseReference } from './places/verse-references.ts'
export { asciiDigits } from './places/digits.ts'

// Translations and tafsirs
export {
  translationChapter,
  translationJuz,
  translationPage,
  translationRange,
  translationVerse,
} from './readers/translation.ts'
export type { PageOptions, TranslationVerse } from './readers/translation.ts'
export { tafsirChapter, tafsirPassage } from './readers/tafsir.ts'
export type { TafsirPassage } from './readers/tafsir.ts'

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
} from './readers/quran-core.ts'
export type { CorePart, CoreVerse } from './readers/quran-core.ts'

// The mushaf, its words and its fonts
export { mushafInfo, mushafPage, mushafPageOf, mushafVerses, mushafVerseWords } from './readers/mushaf.ts'
export type { MushafPage, MushafPageWord } from './readers/mushaf.ts'
export type { MushafLine } from './readers/mushaf-lines.ts'
export { verseWords, wordByWord } from './readers/words.ts'
export type { VerseWord, VerseWordsOf, WordsOfVerse } from './readers/words.ts'

export { fontAssetOf, fontAssets } from './readers/fonts.ts'
export type { FontAsset } from './readers/fonts.ts'

// Recitations and articles
export { chapterAudio, verseAudio } from './readers/recitation.ts'
export type { ChapterAudio, VerseAudio } from './readers/recitation.ts'
export { segmentsFor, type AudioSegment } from './readers/audio-segments.ts'
export { wordAt } from './readers/word-at.ts'
export type { Span } from './readers/word-at.ts'
export { article } from './readers/article.ts'
export type { Article } from './readers/article.ts'

// Several resources beside each other
export { sideBySide } from './readers/side-by-side.ts'
export type { SideBySideOf, SideBySidePart, SideBySideVerse } from './readers/side-by-side.ts'

// What places a row in reading order, for reads of your own
export { chapterRange, pageLocator, pageRange, verseLocator, wholeMushaf } from '@waraq/contract'
