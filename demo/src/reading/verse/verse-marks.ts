import { verseCountOf, type VerseRow } from '@waraq/protocol'
import { chapterOf, numberOf } from '../verse-name.ts'

/** What begins at a verse, or is due at it. */
export interface VerseMark {
  readonly kind: 'juz' | 'hizb' | 'rub_el_hizb' | 'ruku' | 'sajdah'
  /** Counted in the entire text; a ruku in its chapter. Null for a prostration. */
  readonly number: number | null
}

/** From the largest to the smallest, by the field of a verse that counts them. */
const parts = [
  ['juz', 'juz_number'],
  ['hizb', 'hizb_number'],
  ['rub_el_hizb', 'rub_el_hizb_number'],
] as const

function marksOf(row: VerseRow, before: VerseRow | undefined): VerseMark[] {
  const began = parts.flatMap(([kind, field]) => {
    const number = row[field]
    return number == null || number === before?.[field] ? [] : [{ kind, number }]
  })
  // A hizb begins with its first quarter, and may begin with a juz.
  const largest = began.slice(0, 1)
  const ruku = row.surah_ruku_number
  const isInside = before !== undefined && before.chapter_id === row.chapter_id
  return [
    ...largest,
    // Each chapter begins with its first ruku.
    ...(isInside && ruku != null && ruku !== before.surah_ruku_number
      ? [{ kind: 'ruku' as const, number: ruku }]
      : []),
    ...(row.sajdah_type ? [{ kind: 'sajdah' as const, number: null }] : []),
  ]
}

/** The verse before another one, which shows what begins there. Undefined before the first verse of all. */
export function verseBefore(verseKey: string): string | undefined {
  const [chapter, number] = [chapterOf(verseKey), numberOf(verseKey)]
  if (number > 1) return `${chapter}:${number - 1}`
  return chapter > 1 ? `${chapter - 1}:${verseCountOf(chapter - 1)}` : undefined
}

/**
 * The marks of verses, by `chapter:verse`, as far as the rows name them. A row whose verse before is missing has none: what
 * begins there is not known.
 */
export function marksByVerse(rows: readonly VerseRow[]): ReadonlyMap<string, readonly VerseMark[]> {
  const marks = new Map<string, readonly VerseMark[]>()
  for (const [index, row] of rows.entries()) {
    const before = rows[index - 1]
    if (before?.verse_key !== verseBefore(row.verse_key)) continue
    const found = marksOf(row, before)
    if (found.length > 0) marks.set(row.verse_key, found)
  }
  return marks
}
