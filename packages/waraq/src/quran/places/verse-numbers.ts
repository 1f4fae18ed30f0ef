import { chapterCount, verseCountOf, verseLocator } from '@waraq/protocol'
import { keyOf } from '../readers/verse-key.ts'
import { asciiDigits } from './digits.ts'
import { found, type ParsedPlace } from './place.ts'

/** Maximum characters of a place; a longer text names none. */
export const maxLength = 160

/** A verse by its numbers; it may not exist. */
interface Numbers {
  readonly chapter: number
  readonly verse: number
}

function missing({ chapter, verse }: Numbers): ParsedPlace | undefined {
  if (chapter < 1 || chapter > chapterCount)
    return { status: 'out_of_range', part: 'chapter', number: chapter, max: chapterCount }
  const max = verseCountOf(chapter)
  return verse < 1 || verse > max
    ? { status: 'out_of_range', part: 'verse', number: verse, max, chapter }
    : undefined
}

/** The range between two verses, in either order. */
export function versesBetween(one: Numbers, other: Numbers): ParsedPlace {
  const absent = missing(one) ?? missing(other)
  if (absent) return absent
  const ends = [verseLocator(one.chapter, one.verse), verseLocator(other.chapter, other.verse)]
  const [from, to] = ends.sort((a, b) => a - b).map((place) => keyOf(place)) as [string, string]
  return found({ kind: 'verses', from, to })
}

/** The end of `255-57` is 257: people omit the digits that stay the same. */
function endOf(from: string, to: string): number {
  if (Number(to) >= Number(from) || to.length >= from.length) return Number(to)
  const full = Number(from.slice(0, -to.length) + to)
  return full > Number(from) ? full : Number(to)
}

/** Verses of a chapter between two numbers given as text, such as `255` and `57`. */
export function versesOf(chapter: number, from: string, to: string = from): ParsedPlace {
  return versesBetween({ chapter, verse: Number(from) }, { chapter, verse: endOf(from, to) })
}

/**
 * Unifies characters that look alike, such as digits, colons and dashes, and removes invisible ones. The text
 * must have a limited length.
 */
export function plainForm(text: string): string {
  return asciiDigits(text.normalize('NFKD').replace(/\p{DI}/gu, ''))
    .replace(/[\p{Pd}−~～]/gu, '-')
    .replace(/[۔。]/g, '.')
    .replace(/[،、]/g, ',')
    .replace(/[∶꞉ː·•‧⋅٫٬]/g, ':')
    .replace(/[⁄∕\\]/g, '/')
    .replace(/[→➔]|(?<=\d ?)\.{2,}(?= ?\d)/g, '-')
}

const number = '0*(\\d{1,3})'
const between = '(?: ?[:;/.,]+ ?:?| )'
const numbers = new RegExp(`^${number}${between}${number}(?: ?-+ ?(?:${number}${between})?${number})?$`)
const dashed = new RegExp(`^${number} ?- ?${number}$`)
/** Names of recordings have this form: `002255`. */
const filed = /^(\d{3})(\d{3})$/

/** `2:255-257` and similar forms, in plain form and without words. */
export function versesByNumbers(plain: string): ParsedPlace | null {
  const [, chapter, from, toChapter, to] =
    numbers.exec(plain) ?? dashed.exec(plain) ?? filed.exec(plain) ?? []
  if (chapter === undefined || from === undefined) return null
  const verses = toChapter === undefined ? versesOf(Number(chapter), from, to) : undefined
  // With a comma or six digits, the text may be any number unless the verse exists.
  if (verses) return /,|^\d+$/.test(plain) && verses.status !== 'ok' ? null : verses
  const end = { chapter: Number(toChapter), verse: Number(to) }
  return versesBetween({ chapter: Number(chapter), verse: Number(from) }, end)
}

/**
 * Parses verses given only by numbers: `2:255`, `2/255`, `2.255`, `2 255`, `2:255-257`, `2:285-3:5`, with digits of any script.
 * Ignores a slash or brackets around them. Null for any other text. Small, because it does not contain the names of chapters:
 * for addresses. `parsePlace` accepts the same forms and all others.
 */
export function parseVerses(text: string): ParsedPlace | null {
  if (text.length > maxLength) return null
  return versesByNumbers(
    plainForm(text)
      .replace(/[\s()[\]{}﴾﴿]+/g, ' ')
      .replace(/^[ /]+|[ /.,;:-]+$/g, ''),
  )
}
