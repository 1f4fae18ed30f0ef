import type { MushafWordRow, ResourceRef, WordTranslationRow, WordTransliterationRow } from '@waraq/contract'
import type { StoreView } from '@waraq/engine'
import { checkRef, checkVerseKey } from './arguments.ts'
import { filled, text, whole } from './fields.ts'
import { wordsOfVerses } from './mushaf-words.ts'
import { query, queryKey, writtenRef, type Query } from './query.ts'
import type { VerseKey } from './verse-key.ts'

export interface WordTranslation {
  readonly text: string
  /** Name of the language in the row. */
  readonly language: string | null
  readonly row: WordTranslationRow
}

export interface WordTransliteration {
  readonly text: string
  readonly row: WordTransliterationRow
}

export interface VerseWord {
  /** Id that a mushaf shares with its translations and transliterations of words; null where the mushaf names none. */
  readonly wordId: number | null
  /** `word`, or `end` for the mark at the verse's end; the service may use other kinds. */
  readonly kind: string
  /** Text in the mushaf, often a glyph of the mushaf's own font. Empty where the mushaf has no text for the word. */
  readonly text: string
  /** The translation of the highest priority. */
  readonly translation: WordTranslation | null
  /** All translations that have a text, the one of the highest priority first. */
  readonly translations: readonly WordTranslation[]
  readonly transliteration: WordTransliteration | null
  readonly word: MushafWordRow
}

export interface VerseWordsOf {
  readonly mushaf: ResourceRef
  /** Of the group `word_by_word_translations`. */
  readonly translation?: ResourceRef | undefined
  /** Of the group `word_by_word_transliterations`. */
  readonly transliteration?: ResourceRef | undefined
}

/**
 * The words of a verse in reading order, each with its translation and transliteration. A translation or transliteration that
 * is absent or has no text is null. Without the mushaf there are no words. Words without a place on a page are left out.
 */
export function verseWords(of: VerseWordsOf, verseKey: VerseKey): Query<VerseWord[]> {
  const mushaf = checkRef(of?.mushaf, 'mushaf')
  const translation = of.translation && checkRef(of.translation, 'translation')
  const transliteration = of.transliteration && checkRef(of.transliteration, 'transliteration')
  const place = checkVerseKey(verseKey)
  const resources = [mushaf, translation, transliteration].map(writtenRef)
  return query(queryKey('verseWords', ...resources, verseKey), async (view) => {
    const words = await wordsOfVerses(view, mushaf, { from: place, to: place })
    const translated = await rowsByWord(view, 'word_translation', translation, words)
    const spelled = await rowsByWord(view, 'word_transliteration', transliteration, words)
    return words.map((word) => verseWord(word, translated, spelled))
  })
}

type RowsByWord<Row> = ReadonlyMap<number, readonly Row[]>

/** The range from the least word id to the greatest. */
function wordIds(words: readonly MushafWordRow[]): { from: number; to: number } | undefined {
  const ids = words.flatMap((word) => whole(word.word_id) ?? []).sort((a, b) => a - b)
  const [from, to] = [ids[0], ids.at(-1)]
  return from === undefined || to === undefined ? undefined : { from, to }
}

/** The rows of each word, in order of key. The ids of a verse's words are consecutive, so one range has them all. */
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

/** The lower number comes first; rows without one come last. Rows of equal priority keep their order. */
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
