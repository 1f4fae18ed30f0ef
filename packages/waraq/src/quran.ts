/**
 * Readers create the queries that applications pass to `store.query` and `store.live`. Answers are plain data. Content that
 * is not on this device is missing from an answer; that is not an error. An invalid argument throws `invalid_argument`
 * immediately.
 */

// Queries
export { onceAll, query, includePartial, together } from './quran/readers/query.ts'
export type { PartialOption, Query, ResultOf, PartialRead } from './quran/readers/query.ts'
export type { VerseKey, VerseRange } from './quran/readers/verse-key.ts'

// The first content of a page: one answer from the library on the device, before the store's scripts have loaded
export { readOnce } from './store/read/read-once.ts'
export type { FirstReadOptions } from './store/read/read-once.ts'

// Places as people type them
export { chaptersTyped, parsePlace } from './quran/places/parse-place.ts'
export type { PlaceOptions } from './quran/places/parse-place.ts'
export type { NamedChapter } from './quran/places/chapter-names.ts'
export type { ParsedPlace, PartKind, Place } from './quran/places/place.ts'
export { parseVerses } from './quran/places/verse-numbers.ts'
export { findVerseReferences } from './quran/places/verse-references.ts'
export type { VerseReference } from './quran/places/verse-references.ts'
export { asciiDigits } from './quran/places/digits.ts'

// Translations and tafsirs
export {
  translationChapter,
  translationJuz,
  translationPage,
  translationRange,
  translationVerse,
} from './quran/readers/translation.ts'
export type { PageOptions, TranslationVerse } from './quran/readers/translation.ts'
export { tafsirChapter, tafsirPassage } from './quran/readers/tafsir.ts'
export type { TafsirPassage } from './quran/readers/tafsir.ts'

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
} from './quran/readers/quran-core.ts'
export type { CorePart, CoreVerse } from './quran/readers/quran-core.ts'

// The mushaf, its words and its fonts
export {
  mushafInfo,
  mushafPage,
  mushafPageOf,
  mushafVerses,
  mushafVerseWords,
} from './quran/readers/mushaf.ts'
export type { MushafPage, MushafPageWord } from './quran/readers/mushaf.ts'
export type { MushafLine } from './quran/readers/mushaf-lines.ts'
export { verseWords, wordByWord } from './quran/readers/words.ts'
export type { VerseWord, VerseWordsOf, WordsOfVerse } from './quran/readers/words.ts'

export { fontAssetOf, fontAssets } from './quran/readers/fonts.ts'
export type { FontAsset } from './quran/readers/fonts.ts'

// Recitations and articles
export { chapterAudio, verseAudio } from './quran/readers/recitation.ts'
export type { ChapterAudio, VerseAudio } from './quran/readers/recitation.ts'
export { segmentsFor, type AudioSegment } from './quran/readers/audio-segments.ts'
export { wordAt } from './quran/readers/word-at.ts'
export type { Span } from './quran/readers/word-at.ts'
export { article } from './quran/readers/article.ts'
export type { Article } from './quran/readers/article.ts'

// Several resources side by side
export { sideBySide } from './quran/readers/side-by-side.ts'
export type { SideBySideOf, SideBySidePart, SideBySideVerse } from './quran/readers/side-by-side.ts'

// Position of a row in reading order, for custom reads
export { chapterRange, pageLocator, pageRange, verseLocator, wholeMushaf } from '@waraq/protocol'

// Names for display, stored on the device: of resources, their authors and languages, and of chapters. The engine requests
// them, so no page holds a token
export { openCatalogue } from './quran/catalogue/open-catalogue.ts'
export type { CatalogueOptions } from './quran/catalogue/open-catalogue.ts'
export { storedNames } from './quran/catalogue/stored-names.ts'
export type { StoredNamesOptions } from './quran/catalogue/stored-names.ts'
export type { Catalogue } from './quran/catalogue/catalogue.ts'
export type { Observable } from './client/observable.ts'

// Content of the catalogue
export { chaptersWithCore, describeResource } from './quran/catalogue/describe.ts'
export type { CatalogueContent, ChapterEntry, ResourceDescription } from './quran/catalogue/content.ts'
export { textLanguage } from './quran/catalogue/languages.ts'
export type { TextLanguage } from './quran/catalogue/languages.ts'
