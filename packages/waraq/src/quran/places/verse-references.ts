import type { VerseKey } from '../readers/verse-key.ts'
import { chaptersNamed } from './chapter-names.ts'
import { isByEnglishWord, namedReferences } from './named-references.ts'
import { parsePlace } from './parse-place.ts'
import { bareLetters } from './spelling.ts'
import { parseVerses } from './verse-numbers.ts'
import { meaningOf, wordsIn } from './vocabulary.ts'

/** Position of a reference to verses in a text: UTF-16 code units, `end` exclusive. */
export interface VerseReference {
  readonly start: number
  readonly end: number
  readonly from: VerseKey
  readonly to: VerseKey
}

/** Chinese has no blanks, and `Q` and `S` mean Quran and sura. */
const before = String.raw`(?:(?<!(?!\p{sc=Han})[\p{L}\p{N}:./,]|\p{Nd}-)|(?<=(?<!\p{L})[QS]))`
/** `ff` means that more verses follow. */
const behind = String.raw`(?!(?!ff?(?![\p{L}\p{N}])|\p{sc=Han})[\p{L}\p{N}]|[:：]\p{Nd})`
/** `7:23`, `2:255-257` or `2:285-3:5`. Each part is bounded, so the search is linear. */
const numbers = new RegExp(
  String.raw`${before}\p{Nd}{1,3} ?[:：] ?\p{Nd}{1,3}(?:\p{Pd}(?:\p{Nd}{1,3}[:：])?\p{Nd}{1,3})?${behind}`,
  'gu',
)

/** Text in brackets that may name chapters, such as `[البقرة: 255]` or `(البقرة: ٢٥٥؛ آل عمران: ١٨)`. */
const bracketed = /[([{﴿][^()[\]{}﴾﴿\n]{4,60}[)\]}﴾]/gu
const item = /[^;؛,،\s][^;؛]*/gu
const itemWithoutComma = /[^;؛,،\s][^;؛,،]*/gu

/** The references in a bracket. If all of it is a list of references, each item is one. */
function inBrackets(text: string, offset: number): VerseReference[] {
  if (!/\p{L}/u.test(text) || !/\p{Nd}/u.test(text)) return []
  const places = ({ 0: match, index }: RegExpExecArray): VerseReference[] => {
    const said = match.trimEnd()
    const parsed = parsePlace(said)
    if (parsed?.status !== 'ok' || parsed.place.kind !== 'verses') return []
    if (isByEnglishWord(said) && !/[:：]\s?\p{Nd}/u.test(said)) return []
    const parts = [...said.matchAll(itemWithoutComma)]
    const isList = parts.length > 1 && parts.every((part) => parsePlace(part[0])?.status === 'ok')
    const { from, to } = parsed.place
    const start = offset + index
    return isList
      ? inBrackets(said.replace(/[,،]/g, ';'), start)
      : [{ start, end: start + said.length, from, to }]
  }
  return [...text.matchAll(item)].flatMap(places)
}

/**
 * Words before numbers that are not verses, in bare letters: books of the Bible, which tafsirs cite; times, volumes and ratios.
 */
const otherBooks: ReadonlySet<string> = new Set(
  (
    'gen genesis ex exod exodus lev leviticus num numbers deut deuteronomy josh joshua judg judges ruth sam samuel kgs kings chr chron chronicles ezra neh nehemiah esth esther ' +
    'job ps pss psalm psalms prov proverbs eccl ecclesiastes song isa isaiah jer jeremiah lam ezek ezekiel dan daniel hos hosea joel amos obad jonah mic micah nah nahum hab ' +
    'zeph hag zech mal matt matthew mark luke john acts rom romans cor corinthians gal eph phil col thess tim titus heb hebrews jas james pet peter jude rev revelation ' +
    'bible torah gospel bukhari muslim سفر انجيل الانجيل متي لوقا مرقس يوحنا التكوين الخروج اللاويين العدد التثنيه المزامير مزمور اشعيا ارميا دانيال حزقيال ' +
    'تكوين تث خر لا عد استثنا پیدائش خروج احبار گنتی زبور বিবরণ আদিপুস্তক যাত্রাপুস্তক গীতসংহিতা মথি মার্ক লূক যোহন उत्पत्ति व्यवस्थाविवरण मत्ती मरकुस लूका यूहन्ना भजन ' +
    'at ratio scale odds score won lost vol volume page p pp jilid hal bd'
  )
    .split(' ')
    .map(bareLetters),
)

/** Words that start a sentence or a reference with a capital letter and name no book. */
const plainWords: ReadonlySet<string> = new Set(
  (
    'см ср vease ref vide see cf compare also as note notes and or but ie eg ibid like thus so this that these at by for with under on again here refer consult read both footnote while ' +
    'when where he she it they we god allah siehe vgl voir bkz lihat lihatlah ver und et og se jfr'
  )
    .split(' ')
    .map(bareLetters),
)

const otherAfter = /^\s?(?:[ap]\.?\s?m\b|o['’]clock|hours?\b|uhr\b|صباح|مسا|ratio|scale|odds)/iu
/** Endings of Chinese names of the Bible's books. */
const chineseBook = /(?:福音|[记記书書]|[诗詩]篇)$/u

/** Whether the word before the numbers shows that they belong to another book. */
function isOtherBook(before: string, chapter: number): boolean {
  const [word] = /[\p{L}\p{M}'’ʼ‘ʿʾ-]+(?=[.,]?[\s([:]*$)/u.exec(before) ?? []
  if (word === undefined) return false
  const parts = wordsIn(bareLetters(word))
  const bare = parts.at(-1) ?? ''
  const named = chaptersNamed(parts)
  if (named.includes(chapter)) return false
  if (named.length > 0 || otherBooks.has(bare) || chineseBook.test(word)) return true
  return /^\p{Lu}/u.test(word) && !plainWords.has(bare) && meaningOf(bare) === undefined
}

function chapterOf(key: VerseKey): number {
  return Number(key.slice(0, key.indexOf(':')))
}

/**
 * Finds references to existing verses in a text such as a note or a tafsir: `7:23`, `2:255-257`, `[البقرة: 255]`, "Surah
 * Al-Baqarah, verse 255", with digits of any script. A name that is also another word, "Mary 19", is not a reference. Citations
 * of other books ("Deut 9:9", and "10:4" in "Deut 9:9; 10:4"), times and ratios are left out. The references are in order and
 * do not overlap. Takes time linear in the length.
 */
export function findVerseReferences(text: string): VerseReference[] {
  const inside = [...text.matchAll(bracketed)].flatMap((match) =>
    inBrackets(match[0].slice(1, -1), match.index + 1),
  )
  const isFree = ({ start, end }: VerseReference) =>
    !inside.some((each) => each.start < end && start < each.end)
  const named = [...inside, ...namedReferences(text).filter(isFree)].sort((a, b) => a.start - b.start)
  const found = [...named]
  /** Index of the first named reference that does not end before the numbers. Both lists are in order. */
  let next = 0
  let last = { end: -1, isOther: false }
  for (const match of text.matchAll(numbers)) {
    const start = match.index
    const end = start + match[0].length
    const parsed = parseVerses(match[0])
    const place = parsed?.status === 'ok' && parsed.place.kind === 'verses' ? parsed.place : undefined
    const goesOn =
      last.end >= 0 &&
      start - last.end <= 6 &&
      /^\s*(?:[,;&،؛]|and|or|و)?\s*$/.test(text.slice(last.end, start))
    const isOther =
      goesOn && last.isOther
        ? true
        : isOtherBook(text.slice(Math.max(0, start - 40), start), chapterOf(place?.from ?? '0:0'))
    last = { end, isOther }
    if (!place || isOther || otherAfter.test(text.slice(end, end + 12))) continue
    while (named[next] && named[next]!.end <= start) next += 1
    if (named[next] && named[next]!.start < end) continue
    found.push({ start, end, from: place.from, to: place.to })
  }
  return found.sort((a, b) => a.start - b.start)
}
