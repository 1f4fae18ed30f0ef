import { resourceKey, type ResourceRef } from '@waraq/contract'
import {
  article,
  chapterAudio,
  coreChapter,
  coreChapters,
  coreVerse,
  coreVersesOfChapter,
  fontAssetOf,
  fontAssets,
  hizbOf,
  juz,
  juzOf,
  mushafInfo,
  mushafPage,
  mushafPageOf,
  mushafVerses,
  mushafVerseWords,
  query,
  rubElHizbOf,
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
  type PageOptions,
  type SideBySideOf,
  type SideBySidePart,
  type VerseKey,
  type VerseRange,
  type VerseWordsOf,
} from '@waraq/engine/readers'
import { useLive, type LiveOptions } from './use-live.ts'

/** A hook a reader: `useLive` of the query by the same name. Mistaken arguments throw `invalid_argument` while rendering. */

// What is here

/** The question of `useResources`, for `preloadLive`. */
export const resourcesQuery = query('resources', async (view) => view.resources())

/** All resources known, by group and id. */
export function useResources(options?: LiveOptions) {
  return useLive(resourcesQuery, options)
}

export function useResource(ref: ResourceRef, options?: LiveOptions) {
  return useLive(
    query(`resource ${resourceKey(ref)}`, async (view) => view.resource(ref)),
    options,
  )
}

// Translations and tafsirs

export function useTranslationVerse(ref: ResourceRef, verseKey: VerseKey, options?: LiveOptions) {
  return useLive(translationVerse(ref, verseKey), options)
}

export function useTranslationRange(ref: ResourceRef, range: VerseRange, options?: LiveOptions) {
  return useLive(translationRange(ref, range), options)
}

export function useTranslationChapter(ref: ResourceRef, chapter: number, options?: LiveOptions) {
  return useLive(translationChapter(ref, chapter), options)
}

export function useTranslationJuz(ref: ResourceRef, juz: number, options?: LiveOptions) {
  return useLive(translationJuz(ref, juz), options)
}

export function useTranslationPage(ref: ResourceRef, page: number, options?: PageOptions & LiveOptions) {
  return useLive(translationPage(ref, page, options), options)
}

export function useTafsirPassage(ref: ResourceRef, verseKey: VerseKey, options?: LiveOptions) {
  return useLive(tafsirPassage(ref, verseKey), options)
}

export function useTafsirChapter(ref: ResourceRef, chapter: number, options?: LiveOptions) {
  return useLive(tafsirChapter(ref, chapter), options)
}

// The Arabic text and its parts

export function useCoreVerse(ref: ResourceRef, verseKey: VerseKey, options?: LiveOptions) {
  return useLive(coreVerse(ref, verseKey), options)
}

export function useCoreVersesOfChapter(ref: ResourceRef, chapter: number, options?: LiveOptions) {
  return useLive(coreVersesOfChapter(ref, chapter), options)
}

export function useCoreChapter(ref: ResourceRef, chapter: number, options?: LiveOptions) {
  return useLive(coreChapter(ref, chapter), options)
}

export function useCoreChapters(ref: ResourceRef, options?: LiveOptions) {
  return useLive(coreChapters(ref), options)
}

export function useJuz(ref: ResourceRef, number: number, options?: LiveOptions) {
  return useLive(juz(ref, number), options)
}

export function useJuzOf(ref: ResourceRef, verseKey: VerseKey, options?: LiveOptions) {
  return useLive(juzOf(ref, verseKey), options)
}

export function useHizbOf(ref: ResourceRef, verseKey: VerseKey, options?: LiveOptions) {
  return useLive(hizbOf(ref, verseKey), options)
}

export function useRubElHizbOf(ref: ResourceRef, verseKey: VerseKey, options?: LiveOptions) {
  return useLive(rubElHizbOf(ref, verseKey), options)
}

// The mushaf, its words and its fonts

export function useMushafInfo(ref: ResourceRef, options?: LiveOptions) {
  return useLive(mushafInfo(ref), options)
}

export function useMushafPage(ref: ResourceRef, page: number, options?: LiveOptions) {
  return useLive(mushafPage(ref, page), options)
}

export function useMushafPageOf(ref: ResourceRef, verseKey: VerseKey, options?: LiveOptions) {
  return useLive(mushafPageOf(ref, verseKey), options)
}

export function useMushafVerses(ref: ResourceRef, page: number, options?: LiveOptions) {
  return useLive(mushafVerses(ref, page), options)
}

export function useMushafVerseWords(ref: ResourceRef, verseKey: VerseKey, options?: LiveOptions) {
  return useLive(mushafVerseWords(ref, verseKey), options)
}

export function useVerseWords(of: VerseWordsOf, verseKey: VerseKey, options?: LiveOptions) {
  return useLive(verseWords(of, verseKey), options)
}

export function useFontAssets(ref: ResourceRef, options?: LiveOptions) {
  return useLive(fontAssets(ref), options)
}

export function useFontAssetOf(ref: ResourceRef, page: number, options?: LiveOptions) {
  return useLive(fontAssetOf(ref, page), options)
}

// Recitations and articles

export function useVerseAudio(ref: ResourceRef, verseKey: VerseKey, options?: LiveOptions) {
  return useLive(verseAudio(ref, verseKey), options)
}

export function useChapterAudio(ref: ResourceRef, chapter: number, options?: LiveOptions) {
  return useLive(chapterAudio(ref, chapter), options)
}

export function useArticle(ref: ResourceRef, languages: readonly string[], options?: LiveOptions) {
  return useLive(article(ref, languages), options)
}

// Several resources beside each other

export function useSideBySide(of: SideBySideOf, part: SideBySidePart, options?: LiveOptions) {
  return useLive(sideBySide(of, part), options)
}
