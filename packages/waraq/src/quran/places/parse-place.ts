import { chapterCount, verseCountOf } from '@waraq/protocol'
import {
  chaptersBeginning,
  chaptersNamed,
  chaptersSounding,
  isWholeName,
  type NamedChapter,
} from './chapter-names.ts'
import { famousPlaces } from './famous.ts'
import { found, type ParsedPlace, type PartKind } from './place.ts'
import { placesListed } from './place-list.ts'
import { isWord, piecesOf, shapeOf, type Piece } from './pieces.ts'
import { bareLetters, isArticle, nameKeys } from './spelling.ts'
import {
  maxLength,
  parseVerses,
  plainForm,
  versesBetween,
  versesByNumbers,
  versesOf,
} from './verse-numbers.ts'
import { meaningOf, namedJuz, numberSaid, ordinalSaid, partCounts, wordsIn } from './vocabulary.ts'

export interface PlaceOptions {
  /**
   * Chapters with their names in the person's language, as in a catalogue. These names are recognized in
   * addition to the known ones: transliterations, Arabic names, and their meanings in English.
   */
  readonly chapters?: readonly NamedChapter[] | undefined
  /** Number of pages in the mushaf. Default 604. */
  readonly pages?: number | undefined
  /** The chapter that is shown, 1 to 114: a verse without a chapter, such as `verse 255`, is in it. */
  readonly chapter?: number | undefined
}

/** Reduces addresses of Quran websites, and the part after a hash, to the place. */
function afterHost(text: string): string {
  return text
    .replace(/^\s*(?:https?:\/\/)?(?:[a-z]+\.)?(?:quran\.com|tanzil\.net)\/(?:[a-z]{2}\/)?/i, '/')
    .replace(/^\s*\/?#/, '/')
    .replace(/\?startingVerse=(\d+).*$/is, '/$1')
    .replace(/(?<=^\/.*)[?#].*$|\/(?:tafsirs|lessons|reflections)\/.*$/s, '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function partOf(kind: PartKind, number: number, pages: number): ParsedPlace {
  const max = kind === 'page' ? pages : partCounts[kind]
  if (number < 1 || number > max) return { status: 'out_of_range', part: kind, number, max }
  return found({ kind, number })
}

/** The possible meanings, best first: the places that exist. If none exists, the first result's error. */
function best(results: readonly (ParsedPlace | null)[]): ParsedPlace | null {
  const all = results.filter((result) => result !== null)
  const places = all.flatMap((result) => (result.status === 'ok' ? [result.place, ...result.others] : []))
  const [place, ...others] = new Map(places.map((each) => [JSON.stringify(each), each])).values()
  return place ? found(place, ...others) : (all[0] ?? null)
}

function chapterPlace(chapter: number): ParsedPlace {
  return chapter >= 1 && chapter <= chapterCount
    ? found({ kind: 'chapter', chapter })
    : { status: 'out_of_range', part: 'chapter', number: chapter, max: chapterCount }
}

/** A bare number is a chapter, a verse of the chapter that is shown, a juz, or a page: the first of these that has it. */
function aloneNumber(number: number, pages: number, shown: number | undefined): ParsedPlace | null {
  if (number < 1) return null
  const meanings = [
    chapterPlace(number),
    shown === undefined ? null : versesOf(shown, String(number), undefined),
    partOf('juz', number, pages),
    partOf('page', number, pages),
  ]
  const all = best(meanings)
  return all?.status === 'ok' ? all : null
}

/** The first or last `count` verses of a chapter. */
function endVerses(which: 'first' | 'last', count: number, chapter: number): ParsedPlace {
  const all = verseCountOf(chapter)
  const from = which === 'last' ? all - count + 1 : 1
  return versesOf(chapter, String(from), String(from + count - 1))
}

const range = '(\\d{1,3})(?:-(\\d{1,3}))?'
/** Recognized forms, with C for the word "chapter", V for "verse" and N for a name of a chapter. */
const forms = {
  chapter: /^C?N$|^C(\d{1,3})$|^(\d{1,3})C$/,
  versesOfName: new RegExp(`^C?NV?${range}V?$`),
  /** `2:255` or only `2` after the chapter's name or before it. */
  numberBehind: /^C?NV?(\d{1,3})[:/. ](.+)$/,
  numberBefore: new RegExp(`^C?(\\d{1,3})N(?:V?${range}V?)?$`),
  nameBehind: /^[CV]?(\d{1,3})([:/. ][\d-]*\d)-?C?N$/,
  versesOfChapter: new RegExp(`^(?:C(\\d{1,3})[:;/., ]+|(\\d{1,3})(?:C?V|C))${range}V?$`),
  versesFirst: new RegExp(`^V?${range}V?(?:C?N|C(\\d{1,3})|(\\d{1,3})C)$`),
  twoNames: /^C?NV?(?:\d{1,3}:)?(\d{1,3})-C?NV?(?:\d{1,3}:)?(\d{1,3})$/,
  verseAlone: new RegExp(`^(?=.*V)V?${range}V?$`),
  numbers: /^[CV]?(\d{1,3}[:;/. ].+?)V?$/,
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
  const isOwn = (number: string | undefined) => number !== undefined && first.includes(Number(number))
  const [, before, one, other] = forms.numberBefore.exec(shape) ?? []
  if (isOwn(before))
    return one === undefined ? chapterPlace(Number(before)) : versesOf(Number(before), one, other)
  const verses = forms.versesOfName.exec(shape) ?? forms.versesFirst.exec(shape)
  if (verses) {
    const [, from, to] = verses
    const places = first.map((chapter) => versesOf(chapter, from!, to))
    const all = best(isOwn(from) && to === undefined ? [...places, chapterPlace(Number(from))] : places)
    // "300 cow" names no verse.
    return /^\d[\d-]*N$/.test(shape) && all?.status !== 'ok' ? null : all
  }
  const [, chapter, rest] = forms.numberBehind.exec(shape) ?? forms.nameBehind.exec(shape) ?? []
  return isOwn(chapter) ? versesByNumbers(`${chapter}:${rest!.replace(/^[:/. ]/, '')}`) : null
}

function ofNumbers(shape: string): ParsedPlace | null {
  const alone = forms.chapter.exec(shape)
  if (alone) return chapterPlace(Number(alone[1] ?? alone[2]))
  const [, one, other, from, to] = forms.versesOfChapter.exec(shape) ?? []
  if (from !== undefined) return versesOf(Number(one ?? other), from, to)
  const last = forms.versesFirst.exec(shape)
  if (last) return versesOf(Number(last[3] ?? last[4]), last[1]!, last[2])
  const [, numbers] = forms.numbers.exec(shape) ?? []
  return versesByNumbers(numbers ?? shape)
}

function numbersIn(pieces: readonly Piece[]): number[] {
  return pieces.flatMap((piece) => ('number' in piece ? [Number(piece.number)] : []))
}

/** A page, a juz or a similar part: the word and a number, in either order, or the name of a juz. */
function ofPart(pieces: readonly Piece[], pages: number): ParsedPlace | null | undefined {
  const words = pieces.filter(isWord)
  const kinds = words.flatMap((piece) =>
    'meaning' in piece && (piece.meaning === 'page' || piece.meaning in partCounts)
      ? [piece.meaning as PartKind]
      : [],
  )
  const [kind] = kinds
  if (!kind) return undefined
  // Both words together mean a quarter of a hizb.
  const meant = kinds.includes('rub_el_hizb') ? 'rub_el_hizb' : kind
  if (kinds.some((each) => each !== meant && !(meant === 'rub_el_hizb' && each === 'hizb'))) return null
  if (words.some((piece) => 'meaning' in piece && /^(?:chapter|verse|to)$/.test(piece.meaning))) return null
  const numbers = numbersIn(pieces)
  const ends = words.flatMap((piece) =>
    'meaning' in piece && /^(?:last|first)$/.test(piece.meaning) ? [piece.meaning] : [],
  )
  for (const end of ends) numbers.push(end === 'first' ? 1 : meant === 'page' ? pages : partCounts[meant])
  const names = words.flatMap((piece) =>
    'name' in piece && !piece.name.every(isArticle) ? [piece.name] : [],
  )
  const name = names.length === 1 ? names[0]! : undefined
  const said = name && ((meant === 'juz' ? namedJuz(name.join('')) : undefined) ?? ordinalSaid(name))
  if (said !== undefined && (numbers[0] ?? said) === said) return partOf(meant, said, pages)
  return numbers.length === 1 && names.length === 0 && numbers[0]! < 1000
    ? partOf(meant, numbers[0]!, pages)
    : null
}

/** `the last two verses of Baqarah`. */
function ofEnd(pieces: readonly Piece[], given: PlaceOptions['chapters']): ParsedPlace | null {
  const words = pieces.filter(isWord)
  const which = words.find((piece) => 'meaning' in piece && /^(?:last|first)$/.test(piece.meaning))
  if (!which || !('meaning' in which)) return null
  const numbers = numbersIn(pieces)
  const rest: string[] = []
  for (const piece of words) {
    for (const word of 'name' in piece ? piece.name : [piece.word]) {
      const number = numberSaid(word)
      if (number !== undefined) numbers.push(number)
      else if ('name' in piece) rest.push(word)
    }
  }
  const hasVerse = words.some((piece) => 'meaning' in piece && piece.meaning === 'verse')
  const isEnding = bareLetters('خواتيم خواتم خاتمة أواخر').split(' ').includes(which.word)
  const count = numbers[0] ?? (isEnding ? 2 : hasVerse ? 1 : undefined)
  const [chapter] = chaptersNamed(rest, given, hasVerse)
  if (count === undefined || chapter === undefined || numbers.length > 1) return null
  return count >= 1 && count <= verseCountOf(chapter)
    ? endVerses(which.meaning as 'first' | 'last', count, chapter)
    : null
}

/** `Ayat al-Kursi`, with or without its numbers. */
function ofFamous(pieces: readonly Piece[]): ParsedPlace | null {
  const words = pieces.filter(isWord)
  const isVerse = words.some((piece) => 'meaning' in piece && piece.meaning === 'verse')
  const name = words.flatMap((piece) => ('name' in piece ? piece.name : []))
  const places = famousPlaces(nameKeys(name.filter((word) => !meaningOf(word))), isVerse)
  const numbers = shapeOf(pieces.filter((piece) => !isWord(piece)))
  const said = numbers === '' ? undefined : JSON.stringify(versesByNumbers(numbers))
  const all = places.map(parseVerses)
  return best(said === undefined ? all : all.filter((place) => JSON.stringify(place) === said))
}

/** Merges a name with its meaning: "al-Baqara (the Cow)" is one name. */
function withoutMeanings(said: Said): Said {
  const { shape, named } = said
  const [first, second] = named
  const isOne = /^[^N]*NN[^N]*$/.test(shape) && first && first.length > 0 && String(first) === String(second)
  return isOne ? { shape: shape.replace('NN', 'N'), named: [first] } : said
}

/** Parses one item in bare letters, which may have several meanings. */
function placeIn(
  bare: string,
  { chapters, pages = 604, chapter }: PlaceOptions,
  isItem = false,
): ParsedPlace | null {
  const plain = bare
    .replace(/[\s()[\]{}﴾﴿«»"“”„‹›<>〈〉⟨⟩【】「」|*_§°第]+/g, ' ')
    .replace(/^[ /#.]+|[ /.,;:!?؟-]+$/g, '')
    .replace(/(?<=\d)-?(?:st|nd|rd|th|ers?|eme|e|[iu]?n?c[iu]|i?nchi|y?ya|y|nan|tam)(?![\p{L}\d])/gu, '')
    .replace(/(?<=\d) ?s[/.]d\.? ?(?=\d)/g, '-')
    .replace(/(?<=muka )surat /, '')
  // In a list, a number that is no chapter's belongs to the place before it.
  if (/^\d{1,4}$/.test(plain))
    return isItem && Number(plain) > chapterCount ? null : aloneNumber(Number(plain), pages, chapter)
  if (/^\d+$/.test(plain)) return versesByNumbers(plain)
  const pieces = piecesOf(plain, (name) => isWholeName(name, chapters))
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
  const [, from, to] = forms.verseAlone.exec(shape) ?? []
  if (names.length === 0)
    return chapter !== undefined && from !== undefined ? versesOf(chapter, from, to) : ofNumbers(shape)
  const isSaid = words.some((piece) => 'meaning' in piece && piece.meaning === 'chapter')
  // ص, the name of a chapter, is also short for "page".
  const [, page] = /^ص\.? ?(\d{1,3})$/.exec(plain) ?? []
  const named = names.map((name) => {
    const known = chaptersNamed(name, chapters, isSaid)
    return known.length > 0 || !isSaid ? known : chaptersSounding(name)
  })
  if (!named.every((each) => each.length > 0)) return null
  const place = ofNames(withoutMeanings({ shape, named }))
  return page === undefined ? place : best([place, partOf('page', Number(page), pages)])
}

/**
 * Returns the place that a text names, as people type it, with digits of any script: `2:255`, `2/255-257`, `Al-Baqarah 255`,
 * `سورة البقرة آية ٢٥٥`, `yaseen`, `page 50`, `جزء عم`, `Ayat al-Kursi`. Addresses of quran.com are also recognized. For a
 * list, such as `2:255; 3:18`, the first place is the result and the rest are in `others`. Null if the text names no place, as
 * most texts do. Never throws. A text of more than 160 characters names no place.
 */
export function parsePlace(text: string, options: PlaceOptions = {}): ParsedPlace | null {
  if (typeof text !== 'string' || text.length > maxLength) return null
  const bare = bareLetters(plainForm(decoded(afterHost(text))))
  return (
    placeIn(bare, options) ??
    best(placesListed(bare, (item) => placeIn(item, { ...options, chapter: undefined }, true)))
  )
}

/**
 * Returns the chapters that a text may mean while it is being typed: those with a name that starts with it, and the chapter of
 * the place that it names. At most 114, in ascending order.
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
