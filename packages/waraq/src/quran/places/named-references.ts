import { isOrdinary } from './chapter-meanings.ts'
import { chaptersNamed } from './chapter-names.ts'
import { parsePlace } from './parse-place.ts'
import type { Place } from './place.ts'
import { bareLetters, isArticle, nameKey, nameKeys } from './spelling.ts'
import { meaningOf, wordsIn } from './vocabulary.ts'
import type { VerseReference } from './verse-references.ts'

/**
 * References by a chapter's name in running text: "Al-Baqarah 255", "Surah Al-Baqarah, verse 255", `سورة البقرة آية ٢٥٥`. Names
 * are also ordinary words: "Mary 19", "Luqman 3 times", `من النساء ٤`. Text that is not certainly a reference is ignored.
 */

const word = String.raw`[\p{L}\p{M}][\p{L}\p{M}'’ʼ‘ʿʾ]*`
/** A number or range of verses. Each part is bounded, so the search is linear. */
const number =
  /(?<![\p{L}\p{M}\p{N}.,:：/-])\p{Nd}{1,3}(?:\s?\p{Pd}\s?\p{Nd}{1,3})?(?![\p{L}\p{M}\p{N}×%°]|[.,:：/]\p{Nd})/gu
const reach = 60
/** Words before the number: up to seven, or up to five followed by the chapter's number in brackets. */
const before = new RegExp(
  String.raw`(?:${word}(?:\.?[\s-]|[,،:]\s?)\s?){1,7}$|(?:${word}[\s-]){1,5}[([]\p{Nd}{1,3}[)\]][:,،]?\s?(?:${word}\.?\s)?$`,
  'u',
)
const behind = new RegExp(String.raw`^\s(?:${word}[\s-]?){1,5}`, 'u')

/** Chapters whose names in Latin letters hardly ever mean anything else, even without an article. */
const sureNames: ReadonlySet<string> = new Set(
  (
    'baqara maida anam araf anfal tawba anbiya muminun furqan shuara ankabut ahzab saffat zumar ghafir fussilat zukhruf dukhan jathiya ahqaf hujurat dhariyat waqia mujadila ' +
    'mumtahana munafiqun taghabun tahrim haqqa maarij muzzammil muddaththir mursalat naziat takwir infitar mutaffifin inshiqaq buruj ghashiya bayyina zalzala adiyat qaria ' +
    'takathur humaza maun kawthar kafirun fatiha nisa kahf isra'
  )
    .split(' ')
    .map(nameKey),
)
/** English names, which are also ordinary words and people of other books. */
const englishNames: ReadonlySet<string> = new Set(
  'opening cow jonah joseph abraham cave mary noah'.split(' '),
)
const isEnglish = (word: string) =>
  englishNames.has(word) ||
  (isOrdinary(word) && meaningOf(word) === undefined && chaptersNamed([word]).length === 0)

/** Text that may follow a reference. "3 times" and "286 verses" are counts. */
const goesOn =
  /^(?:\s(?:and|or|in|is|as|also|says?|states?|where|which|that|this|for|to|with|the|we|god|allah|he|et|ou|und|oder|dan|ve|ile|y|o|и|و|أو|حيث|اور|এবং)(?![\p{L}\p{M}])|\s+و|\.?\s(?:ayeti?|ayət|аят)(?![\p{L}\p{M}])|\s*(?:$|\n|[^\s\p{L}\p{M}\p{N}]))/iu

/** Whether a text names a chapter only by an English word: "Mary 19". */
export function isByEnglishWord(text: string): boolean {
  const words = wordsIn(bareLetters(text))
  return words.some(isEnglish) && !words.some((each) => meaningOf(each) === 'chapter')
}

/** Whether words certainly name a chapter: by a word for chapter, by a word for verse, or by a name that is no other word. */
function isSure(text: string): boolean {
  const words = wordsIn(bareLetters(text))
  const has = (meaning: string) => words.some((each) => each.length > 1 && meaningOf(each) === meaning)
  if (has('chapter')) return true
  const name = words.filter((each) => meaningOf(each) === undefined)
  if (name.some(isEnglish)) return false
  if (has('verse')) return true
  if (/^[\u0600-\u06ff]/.test(name[0] ?? '')) return false
  const isNamed = name.length > 1 && isArticle(name[0]!)
  if (isNamed && new RegExp(`^(?:${word}-|(?:al|el|āl) )`, 'iu').test(text)) return true
  return /^\p{Lu}/u.test(text) && nameKeys(name).some((key) => sureNames.has(key))
}

/** The verses that such words and a number name, if they can mean nothing else. */
function versesSaid(text: string, hasVerse: boolean): Extract<Place, { kind: 'verses' }> | undefined {
  const parsed = parsePlace(text)
  if (parsed?.status !== 'ok' || parsed.place.kind !== 'verses') return undefined
  // "Al-Baqarah 2" may be the chapter.
  return hasVerse || parsed.others.every(({ kind }) => kind === 'verses') ? parsed.place : undefined
}

/** Whether the first word belongs to the reference, unlike fillers such as "in" and "of". */
const isPart = (first: string) => {
  const meaning = meaningOf(bareLetters(first))
  return meaning === undefined || meaning === 'chapter' || meaning === 'verse'
}

/** Returns the references in order, without overlaps. */
export function namedReferences(text: string): VerseReference[] {
  const found: VerseReference[] = []
  let done = 0
  const add = (start: number, end: number, { from, to }: { from: string; to: string }) => {
    found.push({ start, end, from, to })
    done = end
  }
  for (const match of text.matchAll(number)) {
    const start = match.index
    if (start < done) continue
    const end = start + match[0].length
    const [words = ''] = before.exec(text.slice(Math.max(done, start - reach), start)) ?? []
    if (words === '') continue
    const rest = text.slice(end, end + reach)
    const meant = wordsIn(words).map((each) => ({ each, meaning: meaningOf(bareLetters(each)) }))
    const { each: last = '', meaning } = meant.findLast((one) => one.meaning !== 'filler') ?? {}
    const hasVerse = meaning === 'verse'
    if (hasVerse && /^\p{L}/u.test(rest.trimStart())) {
      const [next = ''] = behind.exec(rest) ?? []
      const ends = [...next.matchAll(new RegExp(word, 'gu'))].map(({ 0: each, index }) => index + each.length)
      const place = ends
        .reverse()
        .map((length) => ({ length, said: next.slice(0, length) }))
        .filter(({ said }) => isSure(said.replace(/^\s(?:of|in|from|de|du|من|في|der|von)\s/iu, '')))
        .map(({ length, said }) => ({ length, verses: versesSaid(`${last} ${match[0]}${said}`, true) }))
        .find(({ verses }) => verses)
      if (place?.verses) {
        add(start - (words.length - words.lastIndexOf(last)), end + place.length, place.verses)
        continue
      }
    }
    if (!hasVerse && !goesOn.test(rest)) continue
    const starts = [...words.matchAll(new RegExp(`(?<![\\p{L}\\p{M}-])${word}`, 'gu'))]
    for (const { 0: first, index } of starts) {
      const said = words.slice(index)
      if (!isPart(first) || !isSure(said)) continue
      const verses = versesSaid(said + match[0], hasVerse)
      if (!verses) continue
      add(start - said.length, end, verses)
      break
    }
  }
  return found
}
