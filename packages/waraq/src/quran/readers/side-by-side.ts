import type { MushafWordRow, ResourceRef } from '@waraq/protocol'
import type { StoreView } from '../../store/read/store-view.ts'
import {
  checkChapter,
  checkJuz,
  checkPage,
  checkRange,
  checkRef,
  checkRefs,
  type RefTo,
} from './arguments.ts'
import { juzRange } from './juz.ts'
import { verseOfWord, wordsOfVerses } from './mushaf-words.ts'
import { versesOnPage, type PagedRows } from './page-verses.ts'
import { query, queryKey, writtenRef, type Query } from './query.ts'
import { coreVersesIn, type CoreVerse } from './quran-core.ts'
import { tafsirIn, type TafsirPassage } from './tafsir.ts'
import { translationsIn, type TranslationVerse } from './translation.ts'
import {
  chapterOf,
  chapterPlaces,
  keyOf,
  numberOf,
  placeOf,
  type PlaceRange,
  type VerseKey,
  type VerseRange,
} from './verse-key.ts'

/** The resources to show next to each other, in the wanted order. */
export interface SideBySideOf {
  readonly translations?: readonly RefTo<'translations'>[] | undefined
  readonly tafsirs?: readonly RefTo<'tafsirs'>[] | undefined
  /** The resource of the Arabic text, verse by verse: `quran_core:1`. */
  readonly core?: RefTo<'quran_core'> | undefined
  /** The mushaf of the Arabic words. It also determines the verses of a page. */
  readonly mushaf?: RefTo<'mushafs'> | undefined
}

export type SideBySidePart =
  VerseRange | { readonly chapter: number } | { readonly juz: number } | { readonly page: number }

export interface SideBySideVerse {
  readonly verseKey: VerseKey
  readonly chapter: number
  readonly number: number
  /** The Arabic text of `core`; absent if `core` lacks the verse or was not given. */
  readonly core?: CoreVerse
  /** Words in reading order; absent if the mushaf has no words of the verse, or no mushaf was given. */
  readonly words?: readonly MushafWordRow[]
  /** The wanted translations that have the verse, in the wanted order. */
  readonly translations: readonly { readonly ref: ResourceRef; readonly verse: TranslationVerse }[]
  /**
   * The wanted tafsirs' texts about the verse, in the wanted order. The text of a group is repeated for each verse of the group.
   */
  readonly tafsirs: readonly { readonly ref: ResourceRef; readonly passage: TafsirPassage }[]
}

interface Sources {
  readonly translations: readonly ResourceRef[]
  readonly tafsirs: readonly ResourceRef[]
  readonly core: ResourceRef | undefined
  readonly mushaf: ResourceRef | undefined
}

/** A verse while its parts are collected. */
interface Growing {
  core?: CoreVerse
  words?: MushafWordRow[]
  readonly translations: SideBySideVerse['translations'][number][]
  readonly tafsirs: SideBySideVerse['tafsirs'][number][]
}

/** Reads the verses that at least one of the resources has, in order, each with the content of all resources. */
export function sideBySide(of: SideBySideOf, part: SideBySidePart): Query<SideBySideVerse[]> {
  const sources: Sources = {
    translations: checkRefs(of?.translations, 'translations'),
    tafsirs: checkRefs(of?.tafsirs, 'tafsirs'),
    core: of?.core && checkRef(of.core, 'core'),
    mushaf: of?.mushaf && checkRef(of.mushaf, 'mushaf'),
  }
  const range = rangeOf(part)
  const { translations, tafsirs, core, mushaf } = sources
  const resources = [
    translations.map(writtenRef),
    tafsirs.map(writtenRef),
    writtenRef(core),
    writtenRef(mushaf),
  ]
  return query(queryKey('sideBySide', ...resources, range), async (view) => {
    const places = 'page' in range ? await placesOf(view, sources, range.page) : range
    return places ? versesIn(view, sources, places) : []
  })
}

/** The places of a part, or the page whose verses are still to be looked up. */
export function rangeOf(part: SideBySidePart): PlaceRange | { page: number } {
  if ('chapter' in part) return chapterPlaces(checkChapter(part.chapter))
  if ('juz' in part) return juzRange(checkJuz(part.juz))
  if ('page' in part) return { page: checkPage(part.page) }
  return checkRange(part)
}

function placesOf(
  view: StoreView,
  { translations, tafsirs, mushaf }: Sources,
  page: number,
): Promise<PlaceRange | undefined> {
  const paged: PagedRows[] = [
    ...translations.map((ref) => ({ type: 'translation' as const, ref })),
    ...tafsirs.map((ref) => ({ type: 'tafsir' as const, ref })),
  ]
  return versesOnPage(view, page, paged, mushaf)
}

async function versesIn(
  view: StoreView,
  { translations, tafsirs, core, mushaf }: Sources,
  range: PlaceRange,
): Promise<SideBySideVerse[]> {
  const verses = new Map<number, Growing>()
  const at = (place: number): Growing => {
    const verse = verses.get(place) ?? { translations: [], tafsirs: [] }
    verses.set(place, verse)
    return verse
  }
  for (const ref of translations)
    for (const verse of await translationsIn(view, ref, range))
      at(placeOf(verse.verseKey) ?? 0).translations.push({ ref, verse })
  for (const ref of tafsirs)
    for (const passage of await tafsirIn(view, ref, range))
      for (const key of passage.verseKeys) {
        const place = placeOf(key) ?? 0
        if (place >= range.from && place <= range.to) at(place).tafsirs.push({ ref, passage })
      }
  if (core)
    for (const verse of await coreVersesIn(view, core, range)) at(placeOf(verse.verseKey) ?? 0).core = verse
  if (mushaf)
    for (const word of await wordsOfVerses(view, mushaf, range))
      (at(verseOfWord(word) ?? 0).words ??= []).push(word)
  return [...verses].sort(([a], [b]) => a - b).map(([place, verse]) => finished(place, verse))
}

function finished(place: number, verse: Growing): SideBySideVerse {
  return { verseKey: keyOf(place), chapter: chapterOf(place), number: numberOf(place), ...verse }
}
