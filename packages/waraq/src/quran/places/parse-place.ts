import { chapterCount, verseCountOf } from '@waraq/protocol'
import { chaptersBeginning, chaptersNamed, chaptersSounding, type NamedChapter } from './chapter-names.ts'
import { famousPlaces } from './famous.ts'
import { found, type ParsedPlace, type PartKind, type Place } from './place.ts'
import { bareLetters, isArticle, nameKeys } from './spelling.ts'
import {
  maxLength,
  parseVerses,
  plainForm,
  versesBetween,
  versesByNumbers,
  versesOf,
} from './verse-numbers.ts'
import { meaningOf, namedJuz, numberSaid, partCounts, wordsIn, type Meaning } from './vocabulary.ts'

export interface PlaceOptions {
  /** Chapters with their names in the person's language, as a catalogue has them; these names count in addition. */
  readonly chapters?: readonly NamedChapter[] | undefined
  /** How many pages the mushaf has. Default 604. */
  readonly pages?: number | undefined
}

/** A piece of the text: a number, a sign, a word with a meaning, or the words of a name. */
type Piece =
  | { readonly sign: string }
  | { readonly number: string }
  | { readonly meaning: Meaning; readonly word: string }
  | { readonly name: readonly string[] }

/** Addresses of readers in the web, without what stands before the place. */
function afterHost(text: string): string {
  return text
    .replace(/^\s*(?:https:\/\/|http:\/\/)?(?:www\.)?quran\.com\/(?:[a-z]{2}\/)?/i, '/')
    .replace(/[?#].*$/s, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The pieces of a text in plain form. Blanks and dashes join the words of a name. */
function piecesOf(plain: string): Piece[] {
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

function partOf(kind: PartKind, number: number, pages: number): ParsedPlace {
  const max = kind === 'page' ? pages : partCounts[kind]
  if (number < 1 || number > max) return { status: 'out_of_range', part: kind, number, max }
  return found({ kind, number })
}

/** What may be meant, best first: the places that exist, or else what the first one lacks. */
function best(results: readonly (ParsedPlace | null)[]): ParsedPlace | null {
  const all = results.filter((result) => result !== null)
  const places = all.flatMap((result) => (result.status === 'ok' ? [result.place, ...result.others] : []))
  const [place, ...others] = places
  return place ? found(place, ...others) : (all[0] ?? null)
}

function chapterPlace(chapter: number): ParsedPlace {
  return chapter >= 1 && chapter <= chapterCount
    ? found({ kind: 'chapter', chapter })
    : { status: 'out_of_range', part: 'chapter', number: chapter, max: chapterCount }
}

/** A number alone is a chapter; those of juz and pages come after. */
function aloneNumber(number: number, pages: number): ParsedPlace | null {
  if (number < 1 || number > chapterCount) return null
  const others: Place[] = []
  if (number <= partCounts.juz) others.push({ kind: 'juz', number })
  if (number <= pages) others.push({ kind: 'page', number })
  return found({ kind: 'chapter', chapter: number }, ...others)
}

/** `last` or `first` of the verses of a chapter. */
function endVerses(which: 'first' | 'last', count: number, chapter: number): ParsedPlace {
  const all = verseCountOf(chapter)
  const from = which === 'last' ? all - count + 1 : 1
  return versesOf(chapter, String(from), String(from + count - 1))
}

const range = '(\\d{1,3})(?:-(\\d{1,3}))?'
/** What may be said, with C for the word "chapter", V for "verse" and N for a name of a chapter. */
const forms = {
  chapter: /^C?N$|^C(\d{1,3})$|^(\d{1,3})C$/,
  versesOfName: new RegExp(`^C?NV?${range}V?$`),
  numberedName: /^C?NV?(\d{1,3})[:/. ](.+)$/,
  versesOfChapter: new RegExp(`^(?:C(\\d{1,3})(?:[:/. ]|[-,]?V)|(\\d{1,3})(?:C?V|C))${range}V?$`),
  versesFirst: new RegExp(`^V${range}(?:C?N|C(\\d{1,3}))$`),
  twoNames: /^C?NV?(\d{1,3})-C?NV?(\d{1,3})$/,
  numbers: /^[CV]?(\d{1,3}[:/. ].+)$/,
}

/** One character for each piece, without signs that separate nothing. */
function shapeOf(pieces: readonly Piece[]): string {
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
    .replace(/ ?([:/.]) ?/g, '$1')
    .replace(/([CVN])[ :/.,#_-]+/g, '$1')
    .replace(/[ :/.,#]+(?=[CVN])/g, '')
    .replace(/NC/g, 'N')
    .replace(/C+/g, 'C')
    .replace(/^[ /#.,]+|[ .,;!?؟]+$/g, '')
}

interface Said {
  readonly shape: string
  /** Chapters that each name may mean. */
  readonly named: readonly (readonly number[])[]
}

function ofNames({ shape, named }: Said): ParsedPlace | null {
  const [first = [], second = []] = named
  if (named.length === 2) {
    const [, from, to] = forms.twoNames.exec(shape) ?? []
    if (from === undefined || to === undefined || !first[0] || !second[0]) return null
    return versesBetween(
      { chapter: first[0], verse: Number(from) },
      { chapter: second[0], verse: Number(to) },
    )
  }
  if (forms.chapter.test(shape)) return best(first.map(chapterPlace))
  const verses = forms.versesOfName.exec(shape) ?? forms.versesFirst.exec(shape)
  if (verses) return best(first.map((chapter) => versesOf(chapter, verses[1]!, verses[2])))
  const [, chapter, rest] = forms.numberedName.exec(shape) ?? []
  return chapter !== undefined && first.includes(Number(chapter))
    ? versesByNumbers(`${chapter}:${rest}`)
    : null
}

function ofNumbers(shape: string): ParsedPlace | null {
  const alone = forms.chapter.exec(shape)
  if (alone) return chapterPlace(Number(alone[1] ?? alone[2]))
  const [, one, other, from, to] = forms.versesOfChapter.exec(shape) ?? []
  if (from !== undefined) return versesOf(Number(one ?? other), from, to)
  const last = forms.versesFirst.exec(shape)
  if (last) return versesOf(Number(last[3]), last[1]!, last[2])
  const [, numbers] = forms.numbers.exec(shape) ?? []
  return versesByNumbers(numbers ?? shape)
}

function isWord(piece: Piece): piece is Extract<Piece, { meaning: Meaning } | { name: readonly string[] }> {
  return 'meaning' in piece || 'name' in piece
}

/** A page, a juz and the like: the word and a number, in either order, or the name of a juz. */
function ofPart(pieces: readonly Piece[], pages: number): ParsedPlace | null | undefined {
  const words = pieces.filter(isWord)
  const kinds = words.flatMap((piece) =>
    'meaning' in piece && (piece.meaning === 'page' || piece.meaning in partCounts)
      ? [piece.meaning as PartKind]
      : [],
  )
  const [kind] = kinds
  if (!kind) return undefined
  // A quarter of a hizb is called by both words.
  const meant = kinds.includes('rub_el_hizb') ? 'rub_el_hizb' : kind
  if (kinds.some((each) => each !== meant && !(meant === 'rub_el_hizb' && each === 'hizb'))) return null
  if (words.some((piece) => 'meaning' in piece && /^(?:chapter|verse|to|last|first)$/.test(piece.meaning)))
    return null
  const numbers = pieces.flatMap((piece) => ('number' in piece ? [Number(piece.number)] : []))
  const names = words.flatMap((piece) =>
    'name' in piece && !piece.name.every(isArticle) ? [piece.name] : [],
  )
  const named = names.length === 1 ? namedJuz(names[0]!.join('')) : undefined
  if (meant === 'juz' && numbers.length === 0 && named) return found({ kind: 'juz', number: named })
  return numbers.length === 1 && names.length === 0 && numbers[0]! < 1000
    ? partOf(meant, numbers[0]!, pages)
    : null
}

/** `the last two verses of Baqarah`. */
function ofEnd(pieces: readonly Piece[], given: PlaceOptions['chapters']): ParsedPlace | null {
  const words = pieces.filter(isWord)
  const which = words.find((piece) => 'meaning' in piece && /^(?:last|first)$/.test(piece.meaning))
  if (!which || !('meaning' in which)) return null
  const numbers = pieces.flatMap((piece) => ('number' in piece ? [Number(piece.number)] : []))
  const rest: string[] = []
  for (const word of words.flatMap((piece) =>
    'name' in piece ? piece.name : 'meaning' in piece ? [piece.word] : [],
  )) {
    const number = numberSaid(word)
    if (number !== undefined) numbers.push(number)
    else if (!meaningOf(word)) rest.push(word)
  }
  const hasVerse = words.some((piece) => 'meaning' in piece && piece.meaning === 'verse')
  const isEnding = bareLetters('خواتيم خواتم خاتمة').split(' ').includes(which.word)
  const count = numbers[0] ?? (isEnding ? 2 : hasVerse ? 1 : undefined)
  const [chapter] = chaptersNamed(rest, given)
  if (count === undefined || chapter === undefined || numbers.length > 1) return null
  return count >= 1 && count <= verseCountOf(chapter)
    ? endVerses(which.meaning as 'first' | 'last', count, chapter)
    : null
}

function ofFamous(pieces: readonly Piece[]): ParsedPlace | null {
  if (pieces.some((piece) => 'number' in piece)) return null
  const words = pieces.filter(isWord)
  const isVerse = words.some((piece) => 'meaning' in piece && piece.meaning === 'verse')
  const name = words.flatMap((piece) => ('name' in piece ? piece.name : []))
  const places = famousPlaces(nameKeys(name), isVerse)
  return best(places.map((place) => parseVerses(fullRange(place))))
}

function fullRange(place: string): string {
  return place
}

/**
 * The place that a text names as people type it, in any script's digits: `2:255`, `2/255-257`, `Al-Baqarah 255`, `سورة البقرة آية ٢٥٥`,
 * `yaseen`, `page 50`, `جزء عم`, `Ayat al-Kursi`, also as an address of quran.com. Null where it names none, as most texts do.
 * Never throws; a text of more than 160 characters names none.
 */
export function parsePlace(text: string, options: PlaceOptions = {}): ParsedPlace | null {
  if (typeof text !== 'string' || text.length > maxLength) return null
  const { chapters, pages = 604 } = options
  const plain = bareLetters(plainForm(decoded(afterHost(text))))
    .replace(/[\s()[\]{}﴾﴿«»"“”„‹›|*_]+/g, ' ')
    .replace(/^[ /#]+|[ /.,;!?؟]+$/g, '')
  if (/^\d{1,4}$/.test(plain)) return aloneNumber(Number(plain), pages)
  const pieces = piecesOf(plain)
  const words = pieces.filter(isWord)
  if (words.every((piece) => 'meaning' in piece && piece.meaning === 'to')) return ofNumbers(shapeOf(pieces))
  if (words.every((piece) => 'meaning' in piece && piece.meaning === 'filler')) return null
  const part = ofPart(pieces, pages)
  if (part !== undefined) return part
  const special = ofFamous(pieces) ?? ofEnd(pieces, chapters)
  if (special) return special
  if (words.some((piece) => 'meaning' in piece && /^(?:last|first)$/.test(piece.meaning))) return null
  const names = words.flatMap((piece) => ('name' in piece ? [piece.name] : []))
  const shape = shapeOf(pieces)
  if (names.length === 0) return ofNumbers(shape)
  const isSaid = words.some((piece) => 'meaning' in piece && piece.meaning === 'chapter')
  const named = names.map((name) => {
    const known = chaptersNamed(name, chapters)
    return known.length > 0 || !isSaid ? known : chaptersSounding(name)
  })
  return named.every((each) => each.length > 0) ? ofNames({ shape, named }) : null
}

/**
 * The chapters that a text may mean while it is still being typed: those whose names begin with it, and the chapter of the place that
 * it names. In no case more than 114, in the order of the text.
 */
export function chaptersTyped(text: string, options: PlaceOptions = {}): number[] {
  if (text.length > maxLength) return []
  const words = wordsIn(bareLetters(plainForm(text))).filter((word) => meaningOf(word) !== 'chapter')
  const parsed = parsePlace(text, options)
  const places = parsed?.status === 'ok' ? [parsed.place, ...parsed.others] : []
  const meant = places.flatMap((place) =>
    place.kind === 'chapter'
      ? [place.chapter]
      : place.kind === 'verses'
        ? [Number(place.from.split(':')[0])]
        : [],
  )
  const beginning = words.length === 0 ? [] : chaptersBeginning(words, options.chapters)
  return [...new Set([...meant, ...beginning])].sort((a, b) => a - b)
}
