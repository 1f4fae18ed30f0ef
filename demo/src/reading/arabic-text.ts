import type { MushafWordRow } from '@waraq/protocol'
import type { CoreVerse, SideBySideVerse } from 'waraq/quran'

/** The Arabic text of one verse. */
export interface ArabicVerse {
  /** As received. */
  readonly text: string
  /** The words of the text. Empty if they cannot be told apart. */
  readonly words: readonly ArabicWord[]
  /** The number in the sign at the end of the verse. */
  readonly end: string
}

export interface ArabicWord {
  readonly text: string
  /** Position in the verse, from 1. Recordings identify words by it. 0 if it is not known. */
  readonly position: number
}

export function isEnd(word: MushafWordRow): boolean {
  return word.char_type_name === 'end'
}

const arabicZero = 0x660
const arabicDigits = (number: number) =>
  [...String(number)].map((digit) => String.fromCodePoint(arabicZero + Number(digit))).join('')

/**
 * Splits a text into words. A separate sign, for a pause or a part, belongs to the word before it; a sign before the first
 * word belongs to that word.
 */
function splitWords(text: string): string[] {
  const words: string[] = []
  let leading = ''
  for (const token of text.split(' ').filter((each) => each !== '')) {
    if (/\p{L}/u.test(token)) {
      words.push(leading + token)
      leading = ''
    } else if (words.length > 0) words.push(`${words.pop()!} ${token}`)
    else leading += `${token} `
  }
  return words
}

/** Recordings count words as the service does. If that count differs from ours, the words are left out. */
function wordsOfText({ text, row }: CoreVerse): ArabicWord[] {
  const words = splitWords(text)
  const counted = row.words_count
  // The service may count the sign at the verse's end as a word.
  const isCountedSo = counted === words.length || counted === words.length + 1
  return isCountedSo ? words.map((word, index) => ({ text: word, position: index + 1 })) : []
}

function fromWords(rows: readonly MushafWordRow[]): ArabicVerse {
  const words = rows
    .filter((row) => !isEnd(row))
    .map((row) => ({ text: row.text ?? '', position: row.position_in_verse ?? 0 }))
  const ends = rows.filter(isEnd).map((row) => row.text ?? '')
  return { text: words.map(({ text }) => text).join(' '), words, end: ends.join('') }
}

/**
 * Returns the Arabic text of a verse, from the text by verse or else from a mushaf's words in reading order. Null if there
 * is neither.
 */
export function arabicVerse(verse: Pick<SideBySideVerse, 'core' | 'words'> | undefined): ArabicVerse | null {
  const { core, words } = verse ?? {}
  if (core) return { text: core.text, words: wordsOfText(core), end: arabicDigits(core.number) }
  return words && words.length > 0 ? fromWords(words) : null
}

/** U+06DD draws a ring around the Arabic digits that follow it in the same text node. WebKit does not shape across text nodes. */
export function endMark(end: string): string {
  return `\u06dd${end}`
}
