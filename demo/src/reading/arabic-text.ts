import type { MushafWordRow } from '@waraq/contract'

/** The Arabic text of one verse. */
export interface ArabicVerse {
  readonly words: readonly ArabicWord[]
  /** The number in the sign at its end. */
  readonly end: string
}

export interface ArabicWord {
  readonly text: string
  /** In the verse, from 1; recordings name words by it. */
  readonly position: number
}

export function isEnd(word: MushafWordRow): boolean {
  return word.char_type_name === 'end'
}

/** From the words of one verse in reading order. Null where there are none. */
export function arabicVerse(rows: readonly MushafWordRow[] | undefined): ArabicVerse | null {
  if (!rows || rows.length === 0) return null
  const words = rows
    .filter((row) => !isEnd(row))
    .map((row, index) => ({ text: row.text ?? '', position: row.position_in_verse ?? index + 1 }))
  const ends = rows.filter(isEnd).map((row) => row.text ?? '')
  return { words, end: ends.join('') }
}

export function textOf({ words }: ArabicVerse): string {
  return words.map(({ text }) => text).join(' ')
}

/** U+06DD draws a ring around the Arabic digits that follow it in the same text node; WebKit shapes no further. */
export function endMark(end: string): string {
  return `\u06dd${end}`
}
