import { createSandbox } from '@waraq/sandbox'
import { seeded } from '@waraq/test-support/random'
import { seedOfRun } from '@waraq/test-support/runs'
import { expect, it } from 'vitest'
import { plainText } from '../../quran/html/plain-text.ts'
import { match } from '../query/match.ts'
import { parseQuery, readingsOf } from '../query/parse.ts'
import type { Query } from '../query/query.ts'
import { wordsOf } from '../text/words.ts'

/**
 * Recall and precision by a judge that knows nothing of this index: the words of the translations of quran-json as the browser's own
 * dictionary splits them (`Intl.Segmenter`), the same where its collation of the language says so (base letters). Of each language a
 * seed draws so many of the distinct words that at most a hundred verses have.
 */
const drawn = 30
const languages = { en: 20, fr: 31, id: 33, ru: 45, sv: 48, tr: 77, es: 83, ur: 97, zh: 109, bn: 9161 }

/** As keyboards of other languages type it. */
const typedPlainly: Readonly<Record<string, (word: string) => string>> = {
  ur: (word) => word.replace(/[ہھۃ]/g, 'ه').replace(/[یے]/g, 'ي').replace(/ک/g, 'ك').replace(/ں/g, 'ن'),
  bn: (word) => word.normalize('NFD').replace(/ৎ/g, 'ত্'),
  zh: (word) => [...word].join(' '),
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

const sandbox = createSandbox({
  content: { resources: `translations:${Object.values(languages).join(',')}` },
})

it.each(Object.entries(languages))('%s', { timeout: 600_000 }, (language, id) => {
  const rows = sandbox.snapshotRows(`translations:${id}`)!
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' })
  const collator = new Intl.Collator(language, { sensitivity: 'base', ignorePunctuation: true })
  const verses = rows.map((row) => {
    const text = plainText(String(row['text']))
    const segments = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike)
    const tokens = segments.flatMap(({ segment }) => [segment, ...elided(language, segment)])
    return { text, words: wordsOf(text), tokens }
  })
  const counts = new Map<string, number>()
  for (const { tokens } of verses)
    for (const token of new Set(tokens)) counts.set(token, (counts.get(token) ?? 0) + 1)
  const known = [...counts]
    .filter(([word, count]) => /^\p{L}[\p{L}\p{M}]+$/u.test(word) && count <= 100)
    .map(([word]) => word)
    .sort()
  const random = seeded(seedOfRun)
  const found = { all: 0, asWritten: 0, plainly: 0, quoted: 0, rightly: 0 }
  const none: string[] = []
  for (let count = 0; count < drawn; count++) {
    const word = random.pick(known)
    const isIn = ({ text, tokens }: (typeof verses)[number]) =>
      language === 'zh' ? text.includes(word) : tokens.some((token) => collator.compare(token, word) === 0)
    const asked = [word, (typedPlainly[language] ?? withoutMarks)(word)].map((text) =>
      readingsOf(text).map(exact),
    )
    const quoted = exact(parseQuery(`"${word}"`))
    let some = 0
    for (const verse of verses) {
      const [asWritten, plainly] = asked.map((queries) => queries.some((query) => match(query, verse.words)))
      const isQuoted = match(quoted, verse.words) !== undefined
      const is = isIn(verse)
      if (isQuoted) found.quoted += 1
      if (isQuoted && is) found.rightly += 1
      if (!is) continue
      found.all += 1
      if (asWritten) found.asWritten += 1
      if (plainly) found.plainly += 1
      if (plainly) some += 1
    }
    if (some === 0) none.push(word)
  }
  expect(none).toEqual([])
  expect([found.asWritten, found.plainly]).toEqual([found.all, found.all])
  expect(found.rightly / found.quoted).toBeGreaterThan(0.9)
})
