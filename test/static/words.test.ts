import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sourcesOf } from './sources.ts'

/**
 * One language, and it is the field's: words that the sources had once and have no more, with what stands in their place. They
 * are looked for in names and comments, in each part of a name: `firstDirectory` has `directory`.
 */
const replaced: Readonly<Record<string, string>> = {
  beat: 'heartbeat',
  directory: 'manifest, of segments; list, of accounts',
  door: 'entry point of a package; connection to a service or a worker',
  draft: 'staging',
  edition: 'deferred refresh',
  fence: 'epoch',
  holder: 'leader',
  journal: 'batch cursor',
  owed: 'needed',
  owes: 'needs',
  patch: 'delta',
  pulse: 'invalidation',
  seat: 'leader election',
  star: 'favorite',
  starred: 'favorited',
  tower: 'layer',
  vouch: 'cover, of a token; describe, of a manifest',
  vouched: 'covered',
}

/** Words of other trades: a request's method, and a letter of Arabic writing. */
const elsewhere: Readonly<Record<string, RegExp>> = {
  patch: /\/client\/user\/operation/,
  seat: /\/search\/text\/scripts\//,
}

const wanted = new Map(
  Object.keys(replaced).flatMap((word) =>
    [word, `${word}s`, `${word}es`, word.replace(/y$/, 'ies')].map((form) => [form, word] as const),
  ),
)

function partsOf(text: string): Set<string> {
  return new Set(
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g),
  )
}

const sources = sourcesOf('packages/waraq/src')

it('are found in names and in comments', () => {
  expect(
    [...partsOf('/** Of all drafts. */ const firstDirectory = 1')].filter((part) => wanted.has(part)),
  ).toEqual(['drafts', 'directory'])
})

it('have a word in their place', () => {
  expect(sources.length).toBeGreaterThan(400)
  const found = sources.flatMap((path) =>
    [...partsOf(readFileSync(join(root, path), 'utf8'))].flatMap((part) => {
      const word = wanted.get(part)
      return word === undefined || elsewhere[word]?.test(path) ? [] : [`${path}: ${part}. ${replaced[word]}`]
    }),
  )
  expect(found).toEqual([])
})
