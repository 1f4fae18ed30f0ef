import { createSandbox } from '@waraq/sandbox'
import { seeded } from '@waraq/test-support/random'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { plainText } from '../../quran/html/plain-text.ts'
import { InvertedIndex } from '../inverted/inverted-index.ts'
import { match } from '../query/match.ts'
import { parseQuery, interpretationsOf } from '../query/parse.ts'
import { needsText, termsOf, type Query } from '../query/query.ts'
import { wordsOf } from '../text/words.ts'

/**
 * Recall and precision by a judge that knows nothing of this index: the words of a text as the browser's own dictionary splits
 * them (`Intl.Segmenter`), the same where its collation of the language says so (base letters). A seed draws from the distinct
 * words that at most a hundred of the texts have.
 */

/** Translations of quran-json, by the sandbox's ids. */
const translations = { en: 20, fr: 31, id: 33, ru: 45, sv: 48, tr: 77, es: 83, ur: 97, zh: 109, bn: 9161 }
/** Languages that quran-json lacks: messages of TypeScript, and the names of CLDR in the browser's own `Intl`. */
const messages = { ja: 'ja', 'zh-Hant': 'zh-tw' }
const named = ['ml', 'th']

export const judged: readonly string[] = [...Object.keys(messages), ...named, ...Object.keys(translations)]

/** Languages without blanks between words: the texts that have a word are those that contain its letters. */
const unspaced: ReadonlySet<string> = new Set(['ja', 'th', 'zh', 'zh-Hant'])

let sandbox: ReturnType<typeof createSandbox> | undefined

function translated(id: number): string[] {
  sandbox ??= createSandbox({
    content: { resources: `translations:${Object.values(translations).join(',')}` },
  })
  return sandbox.snapshotRows(`translations:${id}`)!.map((row) => plainText(String(row['text'])))
}

function messagesOf(folder: string): string[] {
  const file = createRequire(import.meta.url).resolve(
    `typescript/lib/${folder}/diagnosticMessages.generated.json`,
  )
  const texts = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
  return [...new Set(texts)]
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Names of languages, countries and currencies: all that `Intl` knows by two or three letters. */
function namesOf(language: string): string[] {
  const options = { fallback: 'none' } as const
  const names = new Set<string>()
  const add = (type: Intl.DisplayNamesType, code: string) => {
    const name = new Intl.DisplayNames(language, { ...options, type }).of(code)
    if (name !== undefined) names.add(name)
  }
  for (const one of letters)
    for (const two of letters) {
      add('region', `${one}${two}`.toUpperCase())
      for (const three of ['', ...letters]) add('language', one + two + three)
    }
  for (const code of Intl.supportedValuesOf('currency')) add('currency', code)
  return [...names]
}

export function textsIn(language: string): string[] {
  if (language in translations) return translated(translations[language as keyof typeof translations])
  if (language in messages) return messagesOf(messages[language as keyof typeof messages])
  return namesOf(language)
}

const isLatin: ReadonlySet<string> = new Set(['en', 'es', 'fr', 'id', 'sv', 'tr'])

/** As it is typed with keyboards of other languages, or without marks and apostrophes. */
const typedOtherwise: Readonly<Record<string, (word: string) => string>> = {
  ur: (word) => word.replace(/[ہھۃ]/g, 'ه').replace(/[یے]/g, 'ي').replace(/ک/g, 'ك').replace(/ں/g, 'ن'),
  bn: (word) => word.normalize('NFD').replace(/ৎ/g, 'ত্'),
  // Chillu letters as encoded before 2008: consonant, virama, joiner.
  ml: (word) => word.replace(/[ൺൻർൽൾ]/g, (chillu) => `${'ണനരലള'['ൺൻർൽൾ'.indexOf(chillu)]!}്\u200d`),
  zh: (word) => [...word].join(' '),
  'zh-Hant': (word) => [...word].join(' '),
  ja: (word) => [...word].join(' '),
  th: (word) => word,
}
const withoutMarks = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}|[’'‘-]/gu, '')
    .replace(/ı/g, 'i')
    .replace(/œ/g, 'oe')

/** French runs a short word into the next one, which the dictionary does not take apart: "l’envie". */
const elided = (language: string, word: string) =>
  language === 'fr' ? word.split(/['’]/).slice(1).filter(Boolean) : []

/** Without words that are only similar, or only begin so. */
const exact = ({ clauses, ...query }: Query): Query => ({
  ...query,
  clauses: clauses.map(([first, ...rest]) => [
    { ...first, edits: 0, prefix: false },
    ...rest.map((term) => ({ ...term, edits: 0, prefix: false })),
  ]),
})

export interface Figures {
  readonly texts: number
  readonly words: number
  /** Of the texts that have a drawn word, those found by the word as it is and as a keyboard without its letters types it. */
  readonly recall: { readonly asWritten: number; readonly typedOtherwise: number }
  /** Of the texts that a quoted word finds, those that have it, and those in which the dictionary takes it for a word. */
  readonly precision: { readonly asText: number; readonly asWord: number }
  /** Drawn words that find nothing. */
  readonly nothing: readonly string[]
}

/** What a search finds without looking at similar words: an index, and the order of words where a query asks for it. */
function searchOf(texts: readonly string[]) {
  const words = texts.map(wordsOf)
  const index = InvertedIndex.empty()
  for (const each of words) index.add(each.flatMap(({ forms }) => forms))
  return (query: Query): number[] =>
    index
      .find(termsOf(query))
      .map(({ row }) => row)
      .filter((row) => !needsText(query) || match(query, words[row]!) !== undefined)
}

/** The distinct words of the texts, as the dictionary splits them, each with the numbers of its texts. */
function tokensOf(language: string, texts: readonly string[]): ReadonlyMap<string, ReadonlySet<number>> {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const tokens = new Map<string, Set<number>>()
  for (const [at, text] of texts.entries())
    for (const { segment, isWordLike } of segmenter.segment(text))
      for (const token of isWordLike ? [segment, ...elided(language, segment)] : [])
        tokens.set(token, (tokens.get(token) ?? new Set()).add(at))
  return tokens
}

const shareOf = (part: number, all: number) => (all === 0 ? 1 : part / all)

export function judge(
  language: string,
  { words, seed }: { readonly words: number; readonly seed: number },
): Figures {
  // Base letters would be the same with a voicing mark in Japanese, すぐ for すく, and with a tone mark in Thai.
  const sensitivity = ['ja', 'th'].includes(language) ? 'variant' : 'base'
  const collator = new Intl.Collator(language, { sensitivity, ignorePunctuation: true })
  const texts = textsIn(language)
  const search = searchOf(texts)
  const tokens = tokensOf(language, texts)
  const isForeign = (word: string) => !isLatin.has(language) && /\p{sc=Latn}/u.test(word)
  const known = [...tokens]
    .filter(([word, { size }]) => /^\p{L}[\p{L}\p{M}]+$/u.test(word) && size <= 100 && !isForeign(word))
    .map(([word]) => word)
    .sort()
  const random = seeded(seed)
  const found = { all: 0, asWritten: 0, otherwise: 0, quoted: 0, asText: 0, asWord: 0 }
  const nothing: string[] = []
  for (let count = 0; count < words; count++) {
    const word = random.pick(known)
    const asWord = new Set(
      [...tokens].flatMap(([token, rows]) => (collator.compare(token, word) === 0 ? [...rows] : [])),
    )
    const has = new Set(asWord)
    if (unspaced.has(language)) for (const [at, text] of texts.entries()) if (text.includes(word)) has.add(at)
    const hits = (typed: string) => new Set(interpretationsOf(typed).map(exact).flatMap(search))
    const asWritten = hits(word)
    const otherwise = hits((typedOtherwise[language] ?? withoutMarks)(word))
    const quoted = new Set(search(exact(parseQuery(`"${word}"`))))
    const counts = (set: ReadonlySet<number>, of: ReadonlySet<number>) =>
      [...set].filter((at) => of.has(at)).length
    found.all += has.size
    found.asWritten += counts(has, asWritten)
    found.otherwise += counts(has, otherwise)
    found.quoted += quoted.size
    found.asText += counts(quoted, has)
    found.asWord += counts(quoted, asWord)
    if (counts(has, otherwise) === 0) nothing.push(word)
  }
  return {
    texts: texts.length,
    words,
    recall: {
      asWritten: shareOf(found.asWritten, found.all),
      typedOtherwise: shareOf(found.otherwise, found.all),
    },
    precision: { asText: shareOf(found.asText, found.quoted), asWord: shareOf(found.asWord, found.quoted) },
    nothing,
  }
}
