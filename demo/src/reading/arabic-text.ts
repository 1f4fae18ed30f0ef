import type { MushafWordRow } from '@waraq/protocol'
import type { CoreVerse, SideBySideVerse } from 'waraq/quran'

/** The Arabic text of one verse. */
export interface ArabicVerse {
  /** As received. */
  readonly text: string
  /** The words of the text; empty where they cannot be told apart. */
  readonly words: readonly ArabicWord[]
  /** The number in the sign at its end. */
  readonly end: string
}

export interface ArabicWord {
  readonly text: string
  /** Position in the verse, from 1; recordings name words by it. 0 where it is not known. */
  readonly position: number
}

export function isEnd(word: MushafWordRow): boolean {
  return word.char_type_name === 'end'
}

const arabicZero = 0x660
const arabicDigits = (number: number) =>
  [...String(number)].map((digit) => String.fromCodePoint(arabicZero + Number(digit))).join('')

/** Signs that stand by themselves, for a pause or a part, belong to the word before them, and to the first one otherwise. */
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

/** Recordings count words as the service does. Where that count differs from ours, words have no position. */
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

/** Made of the text by verse, else of a mushaf's words in reading order. Null where there is neither. */
export function arabicVerse(verse: Pick<SideBySideVerse, 'core' | 'words'> | undefined): ArabicVerse | null {
  const { core, words } = verse ?? {}
  if (core) return { text: core.text, words: wordsOfText(core), end: arabicDigits(core.number) }
  return words && words.length > 0 ? fromWords(words) : null
}

/** U+06DD draws a ring around the Arabic digits that follow it in the same text node; WebKit shapes no further. */
export function endMark(end: string): string {
  return `\u06dd${end}`
}
