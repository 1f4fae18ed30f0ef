import type { MushafWordRow, ResourceRef, WordTranslationRow, WordTransliterationRow } from '@waraq/protocol'
import type { StoreView } from '../../store/read/store-view.ts'
import { checkRef, checkVerseKey, type RefTo } from './arguments.ts'
import { filled, text, whole } from './fields.ts'
import { verseOfWord, wordsOfVerses } from './mushaf-words.ts'
import { versesOnPage } from './page-verses.ts'
import { query, queryKey, writtenRef, type Query } from './query.ts'
import { rangeOf, type SideBySidePart } from './side-by-side.ts'
import { chapterOf, keyOf, numberOf, type PlaceRange, type VerseKey } from './verse-key.ts'

export interface WordTranslation {
  readonly text: string
  /** Name of the language, from the row. */
  readonly language: string | null
  readonly row: WordTranslationRow
}

export interface WordTransliteration {
  readonly text: string
  readonly row: WordTransliterationRow
}

export interface VerseWord {
  /** Id that connects a word of a mushaf with its translations and transliterations; null if the mushaf has none. */
  readonly wordId: number | null
  /** `word`, or `end` for the mark at the end of the verse. The service may use other kinds. */
  readonly kind: string
  /** Text in the mushaf, often a glyph of the mushaf's own font. Empty if the mushaf has no text for the word. */
  readonly text: string
  /** The translation with the highest priority. */
  readonly translation: WordTranslation | null
  /** All translations that have a text, the highest priority first. */
  readonly translations: readonly WordTranslation[]
  readonly transliteration: WordTransliteration | null
  readonly word: MushafWordRow
}

export interface VerseWordsOf {
  readonly mushaf: RefTo<'mushafs'>
  /** A resource of the group `word_by_word_translations`. */
  readonly translation?: RefTo<'word_by_word_translations'> | undefined
  /** A resource of the group `word_by_word_transliterations`. */
  readonly transliteration?: RefTo<'word_by_word_transliterations'> | undefined
}

/** The words of one verse. */
export interface WordsOfVerse {
  readonly verseKey: VerseKey
  readonly chapter: number
  /** Number in its chapter, from 1. */
  readonly number: number
  /** In reading order. */
  readonly words: readonly VerseWord[]
}

type Resources = { readonly [Part in keyof VerseWordsOf]: Exclude<VerseWordsOf[Part], string> }

function checkOf(of: VerseWordsOf): Resources {
  return {
    mushaf: checkRef(of?.mushaf, 'mushaf'),
    translation: of.translation && checkRef(of.translation, 'translation'),
    transliteration: of.transliteration && checkRef(of.transliteration, 'transliteration'),
  }
}

function writtenOf({ mushaf, translation, transliteration }: Resources): (string | null)[] {
  return [mushaf, translation, transliteration].map(writtenRef)
}

/**
 * Reads the words of a verse in reading order, each with its translation and transliteration. These are null if they are absent
 * or have no text. Without the mushaf there are no words. Words without a place on a page are left out.
 */
export function verseWords(of: VerseWordsOf, verseKey: VerseKey): Query<VerseWord[]> {
  const resources = checkOf(of)
  const place = checkVerseKey(verseKey)
  return query(queryKey('verseWords', ...writtenOf(resources), verseKey), async (view) => {
    const words = await wordsIn(view, resources, { from: place, to: place })
    return words.map(({ word }) => word)
  })
}

/**
 * Reads the words of all verses of a chapter, juz or range, or of a page of the mushaf, in order. Reads each resource only
 * once, so prefer it to one query for each verse. Verses without words are left out.
 */
export function wordByWord(of: VerseWordsOf, part: SideBySidePart): Query<WordsOfVerse[]> {
  const resources = checkOf(of)
  const range = rangeOf(part)
  return query(queryKey('wordByWord', ...writtenOf(resources), range), async (view) => {
    const places = 'page' in range ? await versesOnPage(view, range.page, [], resources.mushaf) : range
    return places ? byVerse(await wordsIn(view, resources, places)) : []
  })
}

interface PlacedWord {
  /** Place of its verse. */
  readonly place: number
  readonly word: VerseWord
}

async function wordsIn(view: StoreView, of: Resources, places: PlaceRange): Promise<PlacedWord[]> {
  const words = await wordsOfVerses(view, of.mushaf, places)
  const translated = await rowsByWord(view, 'word_translation', of.translation, words)
  const spelled = await rowsByWord(view, 'word_transliteration', of.transliteration, words)
  return words.map((word) => ({
    place: verseOfWord(word) ?? 0,
    word: verseWord(word, translated, spelled),
  }))
}

function byVerse(words: readonly PlacedWord[]): WordsOfVerse[] {
  const verses = new Map<number, VerseWord[]>()
  for (const { place, word } of words) {
    const verse = verses.get(place)
    if (verse) verse.push(word)
    else verses.set(place, [word])
  }
  return [...verses]
    .sort(([a], [b]) => a - b)
    .map(([place, own]) => ({
      verseKey: keyOf(place),
      chapter: chapterOf(place),
      number: numberOf(place),
      words: own,
    }))
}

type RowsByWord<Row> = ReadonlyMap<number, readonly Row[]>

/** The range from the smallest word id to the largest. */
function wordIds(words: readonly MushafWordRow[]): { from: number; to: number } | undefined {
  const ids = words.flatMap((word) => whole(word.word_id) ?? []).sort((a, b) => a - b)
  const [from, to] = [ids[0], ids.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** The rows of each word, in key order. Word ids are consecutive, so one range contains all of them. */
async function rowsByWord<Type extends 'word_translation' | 'word_transliteration'>(
  view: StoreView,
  type: Type,
  ref: ResourceRef | undefined,
  words: readonly MushafWordRow[],
): Promise<RowsByWord<WordTranslationRow>> {
  const byWord = new Map<number, WordTranslationRow[]>()
  const range = wordIds(words)
  if (!ref || !range) return byWord
  for (const { data } of await view.rows(type, ref, range)) {
    const rows = byWord.get(data.word_id)
    if (rows) rows.push(data)
    else byWord.set(data.word_id, [data])
  }
  return byWord
}

/** Lower numbers come first, rows without a number last. Rows of equal priority keep their order. */
function byPriority(a: WordTranslationRow, b: WordTranslationRow): number {
  const [one, other] = [whole(a.priority) ?? Infinity, whole(b.priority) ?? Infinity]
  return one === other ? 0 : one - other
}

function verseWord(
  word: MushafWordRow,
  translated: RowsByWord<WordTranslationRow>,
  spelled: RowsByWord<WordTransliterationRow>,
): VerseWord {
  const wordId = whole(word.word_id)
  const rows = [...(translated.get(wordId ?? NaN) ?? [])].sort(byPriority)
  const translations = rows
    .map((row) => ({ text: text(row.text), language: filled(row.language_name), row }))
    .filter((each) => each.text !== '')
  const spelling = spelled.get(wordId ?? NaN)?.find((row) => text(row.text) !== '')
  return {
    wordId,
    kind: filled(word.char_type_name) ?? 'word',
    text: text(word.text),
    translation: translations[0] ?? null,
    translations,
    transliteration: spelling ? { text: text(spelling.text), row: spelling } : null,
    word,
  }
}
