import { romanNumber } from './roman.ts'
import { isArticle } from './spelling.ts'
import { meaningOf, numberSaid, partCounts, type Meaning } from './vocabulary.ts'

/** A piece of the text: a number, a sign, a word with a meaning, or the words of a name. */
export type Piece =
  | { readonly sign: string }
  | { readonly number: string }
  | { readonly meaning: Meaning; readonly word: string }
  | { readonly name: readonly string[] }

/**
 * The number that a word stands for, if the word can mean nothing else: `chapter two`, `juz XXX`, `Sura II`. A Roman number
 * before a verse also counts, `II, 255`, if it has several letters or a colon. `v` mostly means "verse".
 */
function numberOf(word: string, before: Piece | undefined, behind: string): number | undefined {
  const roman = romanNumber(word)
  const isCited = /^ ?[:.,] ?(?:v\p{L}*\.? ?)?\d/u.test(behind)
  if (before && 'meaning' in before && (before.meaning === 'chapter' || before.meaning in partCounts))
    return before.word[1] || isCited ? (roman ?? numberSaid(word)) : undefined
  return (word[1] ? isCited : word !== 'v' && /^ ?:/.test(behind)) ? roman : undefined
}

/** Maximum number of words of a name: more than the meaning of any chapter's name has. */
const maxWords = 8
const oneOrMoreWords = new RegExp(`^(?:[\\p{L}\\p{M}]+[\\s,/_-]*){1,${maxWords}}`, 'u')

/**
 * The longest name that starts here and has a sign or a word with another meaning, such as "the family of Imran" or "The
 * Congregation, Friday".
 */
function wholeNameAt(text: string, isName: (words: readonly string[]) => boolean) {
  const words = Array.from(
    oneOrMoreWords.exec(text)![0].matchAll(/[\p{L}\p{M}]+|[,/]/gu),
    ({ 0: each, index }) => ({
      word: each,
      end: index + each.length,
      isSign: /^[,/]/.test(each),
    }),
  )
  const isOther = words.map(({ word, isSign }) => isSign || meaningOf(word) !== undefined)
  for (let count = words.length; count > 1; count--) {
    if (words[count - 1]!.isSign || !isOther.slice(0, count).includes(true)) continue
    const name = words.slice(0, count).flatMap(({ word, isSign }) => (isSign ? [] : [word]))
    if (isName(name)) return { name, length: words[count - 1]!.end }
  }
  return undefined
}

/**
 * Splits a text in plain form into pieces. Blanks and dashes join the words of a name. `isName`: whether words are a name
 * although some of them have another meaning.
 */
export function piecesOf(
  plain: string,
  isName: (words: readonly string[]) => boolean = () => false,
): Piece[] {
  const pieces: Piece[] = []
  let done = 0
  for (const { 0: text, index } of plain.matchAll(/\d+|[\p{L}\p{M}]+|\s+|[^\s\d\p{L}\p{M}]/gu)) {
    if (index < done) continue
    const last = pieces.at(-1)
    const whole = /^[\p{L}\p{M}]/u.test(text) ? wholeNameAt(plain.slice(index), isName) : undefined
    if (whole) {
      pieces.push({ name: whole.name })
      done = index + whole.length
    } else if (/^\d/.test(text)) pieces.push({ number: text })
    else if (/^[\p{L}\p{M}]/u.test(text)) {
      const meaning = meaningOf(text)
      const joint = last && 'sign' in last && pieces.length > 1 ? pieces.at(-2) : undefined
      const before = pieces.findLast((piece) => !('sign' in piece))
      const number = numberOf(text, before, plain.slice(index + text.length))
      if (number !== undefined) pieces.push({ number: String(number) })
      // The article of "Al-Quran" is not a name.
      else if (meaning === 'book' && joint && 'name' in joint && joint.name.every(isArticle))
        pieces.splice(-2, 2, { meaning, word: text })
      else if (meaning) pieces.push({ meaning, word: text })
      else if (last && 'name' in last) pieces.splice(-1, 1, { name: [...last.name, text] })
      else if (joint && 'name' in joint && /^[ _-]$/.test((last as { sign: string }).sign))
        pieces.splice(-2, 2, { name: [...joint.name, text] })
      else pieces.push({ name: [text] })
    } else pieces.push({ sign: /^\s/.test(text) ? ' ' : text })
  }
  return pieces
}

export function isWord(
  piece: Piece,
): piece is Extract<Piece, { meaning: Meaning } | { name: readonly string[] }> {
  return 'meaning' in piece || 'name' in piece
}

/** Returns one character for each piece, without signs that separate nothing. Numbers keep their digits. */
export function shapeOf(pieces: readonly Piece[]): string {
  const shape = pieces.map((piece) => {
    if ('sign' in piece) return piece.sign
    if ('number' in piece) return String(Number(piece.number)).slice(0, 4)
    if ('name' in piece) return 'N'
    if (piece.meaning === 'chapter') return 'C'
    if (piece.meaning === 'verse') return 'V'
    return piece.meaning === 'to' ? '-' : ''
  })
  return shape
    .join('')
    .replace(/ +/g, ' ')
    .replace(/ ?-+ ?/g, '-')
    .replace(/ ?([:;/.])[:;/. ]*/g, '$1')
    .replace(/([CVN])[ :/.,#_=-]+/g, '$1')
    .replace(/[ :/.,#]+(?=[CVN])/g, '')
    .replace(/^(C?\d+)-(?=[CN])|(?<=\d)-(?=V$)/g, '$1')
    .replace(/(?<=[:VN]\d{1,3}-)[CV]+/g, '')
    .replace(/(?<=\d)[,-]?V(?!\d+C)(?=\d)/g, ':')
    .replace(/NC/g, 'N')
    .replace(/C+/g, 'C')
    .replace(/^[ /#.,:@-]+|[ .,;!?؟]+$/g, '')
}
