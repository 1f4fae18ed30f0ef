import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { filesBelow, root, sourcesOf } from './sources.ts'

/**
 * One language, and it is the field's: words that the sources had once and have no more, with what stands in their place. They
 * are looked for in names and comments, in each part of a name: `firstDirectory` has `directory`.
 */
const replaced: Readonly<Record<string, string>> = {
  beat: 'heartbeat',
  crowd: 'many clients',
  directory: 'manifest, of segments; list, of accounts',
  door: 'entry point of a package; connection to a service or a worker',
  draft: 'staging',
  edition: 'deferred refresh',
  fence: 'epoch',
  holder: 'leader',
  journal: 'batch cursor',
  keeper: 'cache; indexer',
  occasion: 'trigger',
  owed: 'needed',
  owes: 'needs',
  pace: 'interval; backoff; debounce; throughput; time slice',
  patch: 'delta',
  patience: 'timeout',
  patient: 'background, of a priority',
  pulse: 'invalidation',
  seat: 'leader election',
  star: 'favorite',
  starred: 'favorited',
  tower: 'layer',
  vouch: 'cover, of a token; describe, of a manifest',
  vouched: 'covered',
  wish: 'pending change; request',
  wished: 'requested',
}

/** Words of other trades: each with the sources in which it is one. */
const elsewhere: Readonly<Record<string, RegExp>> = {
  // A folder of a file system.
  directory: /^packages\/(cli|create-waraq|sandbox|site)\/|^test\//,
  // A state of a post, and a text that is not saved yet.
  draft: /^packages\/(protocol|sandbox)\/|^demo\//,
  // A chapter of the Quran.
  crowd: /\/quran\/places\/chapter-meanings/,
  // What a service publishes of a resource as a whole.
  edition: /^packages\/(cli|protocol|sandbox)\/|^test\/support\//,
  // The marks around code in Markdown.
  fence: /^packages\/site\//,
  // What a sandbox remembers of the changes of an account.
  journal: /^packages\/sandbox\//,
  // A request's method.
  patch:
    /\/client\/user\/operation|^packages\/(protocol\/src\/user|relay\/src\/user-proxy|sandbox)\/|^test\//,
  // A letter of Arabic writing.
  seat: /\/search\/text\/scripts\//,
  // The sign that a reader sees, and a chapter of the Quran.
  star: /\/quran\/places\/chapter-meanings|^demo\/src\/(user|words)\/|^packages\/create-waraq\/templates\//,
  starred: /^demo\/src\/user\/words\//,
}

/** Parts of names that are plain English in a comment, but say too little as a name. */
const inNames: Readonly<Record<string, string>> = {
  anew: 'again; restarted; recreate',
  arriving: 'partial; unattached',
  sight: 'result, of a check; visibility, of a post',
  told: 'reported',
  'gave way': 'preempted',
  'give way': 'preempt',
  'under way': 'in progress',
}

const formsOf = (word: string) => [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')]
const wanted = new Map(Object.keys(replaced).flatMap((word) => formsOf(word).map((form) => [form, word])))

const wordsOf = (text: string) =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? []

function namesOf(path: string, text: string): string[] {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return [...names]
}

const refusedIn = (name: string) => {
  const words = ` ${wordsOf(name).join(' ')} `
  return Object.keys(inNames).filter((word) => words.includes(` ${word} `))
}

const sources = [
  ...['packages', 'demo/src', 'test/support'].flatMap(sourcesOf),
  ...['packages', 'test'].flatMap(filesBelow).filter((path) => /\.test-support\.tsx?$/.test(path)),
].filter((path) => !/generated|\/templates\/.*\/dist\//.test(path))

it('are found in names and in comments', () => {
  expect(
    wordsOf('/** Of all drafts. */ const firstDirectory = 1').filter((part) => wanted.has(part)),
  ).toEqual(['drafts', 'directory'])
  expect(['toldAt', '#underWay', 'under_way', 'toldest'].map(refusedIn)).toEqual([
    ['told'],
    ['under way'],
    ['under way'],
    [],
  ])
})

it('have a word in their place', () => {
  expect(sources.length).toBeGreaterThan(1000)
  const found = sources.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const words = [...new Set(wordsOf(text))].flatMap((part) => {
      const word = wanted.get(part)
      return word === undefined || elsewhere[word]?.test(path) ? [] : [`${path}: ${part}. ${replaced[word]}`]
    })
    const names = namesOf(path, text).flatMap((name) =>
      refusedIn(name).map((word) => `${path}: ${name}. ${inNames[word]}`),
    )
    return [...words, ...names]
  })
  expect(found).toEqual([])
})
