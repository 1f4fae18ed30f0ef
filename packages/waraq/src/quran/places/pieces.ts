import { meaningOf, type Meaning } from './vocabulary.ts'

/** A piece of the text: a number, a sign, a word with a meaning, or the words of a name. */
export type Piece =
  | { readonly sign: string }
  | { readonly number: string }
  | { readonly meaning: Meaning; readonly word: string }
  | { readonly name: readonly string[] }

/** The pieces of a text in plain form. Blanks and dashes join the words of a name. */
export function piecesOf(plain: string): Piece[] {
  const pieces: Piece[] = []
  for (const [text] of plain.matchAll(/\d+|[\p{L}\p{M}]+|\s+|[^\s\d\p{L}\p{M}]/gu)) {
    const last = pieces.at(-1)
    if (/^\d/.test(text)) pieces.push({ number: text })
    else if (/^[\p{L}\p{M}]/u.test(text)) {
      const meaning = meaningOf(text)
      const joint = last && 'sign' in last && pieces.length > 1 ? pieces.at(-2) : undefined
      if (meaning) pieces.push({ meaning, word: text })
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

/** One character for each piece, without signs that separate nothing. */
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
    .replace(/([CVN])[ :/.,#_-]+/g, '$1')
    .replace(/[ :/.,#]+(?=[CVN])/g, '')
    .replace(/(?<=[:VN]\d{1,3}-)[CV]+/g, '')
    .replace(/(?<=\d)[,-]?V(?=\d)/g, ':')
    .replace(/NC/g, 'N')
    .replace(/C+/g, 'C')
    .replace(/^[ /#.,]+|[ .,;!?؟]+$/g, '')
}
