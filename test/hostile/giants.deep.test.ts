import { describe, expect, it } from 'vitest'
import type { SnapshotDownload } from 'waraq/client'
import { isWaraqError } from '@waraq/protocol'
import { checkSyncPage } from '../../packages/waraq/src/client/answers.ts'
import { parseJson } from '../../packages/waraq/src/client/json-body.ts'
import { identify } from '../../packages/waraq/src/sync/snapshot/identify.ts'
import { readSnapshotParts } from '../../packages/waraq/src/sync/snapshot/parts.ts'
import { copyOf, scalar, slotsOf, textOf, treeOf } from './json-tree.ts'
import { watchPrototypes } from './prototypes.ts'
import { validBodies } from './valid-bodies.ts'

/** Bodies whose size or depth is the attack: at every place of every valid body, one at a time. */

const levels = 100_000
/** Characters; of one byte each. */
const length = 10_000_000
const many = 100_000

const giants: readonly (readonly [name: string, text: () => string])[] = [
  ['100,000 lists in each other', () => '['.repeat(levels) + ']'.repeat(levels)],
  ['100,000 objects in each other', () => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)],
  ['a text of 10 MB', () => `"${'a'.repeat(length)}"`],
  ['10 MB of plain path', () => `"/api/v4/resources/snapshots${'/a'.repeat(length / 2)}"`],
  ['a number of 1 MB', () => '1'.repeat(length / 10)],
  ['100,000 nulls', () => `[${'null,'.repeat(many - 1)}null]`],
  ['100,000 empty objects', () => `[${'{},'.repeat(many - 1)}{}]`],
  [
    '20,000 keys',
    () => `{${Array.from({ length: many / 5 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
  ],
  ['one key 100,000 times', () => `{${Array.from({ length: many }, () => '"id":1').join(',')}}`],
]

function read(kind: 'page' | 'snapshot', text: string): Promise<'accepted' | string> {
  return kind === 'page' ? Promise.resolve(readPage(text)) : readSnapshot(text)
}

function readPage(text: string): string {
  try {
    const checked = checkSyncPage(parseJson(text, '/x', 200, 'application/json'))
    if ('value' in checked) return 'accepted'
    expect(checked.issues.length).toBeLessThanOrEqual(5)
    for (const issue of checked.issues) expect(issue.length).toBeLessThan(200)
    return 'invalid_response'
  } catch (error) {
    if (isWaraqError(error)) return error.code
    throw error
  }
}

async function readSnapshot(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  const download: SnapshotDownload = {
    chunks: (async function* () {
      yield bytes
    })(),
    text: () => Promise.resolve(text),
    bytesExpected: null,
    attempt: 1,
    signal: new AbortController().signal,
    serverTime: null,
    refused: (error) => error,
  }
  try {
    let index = 0
    for await (const part of readSnapshotParts(download, () => undefined)) {
      if (part.type === 'envelope') continue
      for (const record of part.records) {
        const identified = identify('translations', record, index++)
        // Storing writes each row as JSON: what is too deep for that must not get so far.
        if (!('problem' in identified)) JSON.stringify(identified.row.data)
        else expect(identified.problem.length).toBeLessThan(200)
      }
    }
    return 'accepted'
  } catch (error) {
    if (isWaraqError(error)) return error.code
    throw error
  }
}

const codes = [
  'accepted',
  'invalid_response',
  'truncated_body',
  'not_json',
  'foreign_address',
  'feed_too_large',
  'snapshot_too_large',
]

/** One page and one snapshot with a single row each: every field that there is stands in them once. */
const trees = validBodies
  .filter(({ name }) => name === 'rows' || name === 'translation')
  .map(({ kind, value }) => {
    const tree = treeOf(value)
    for (const { node, entry } of slotsOf({ node: tree })) {
      if (node.kind === 'list' && entry) node.items.length = 1
    }
    return { kind, tree, places: slotsOf({ node: tree }).length }
  })

describe('one giant value', () => {
  it.each(giants)('%s, wherever it stands', { timeout: 240_000 }, async (_, text) => {
    const untouched = watchPrototypes()
    const giant = scalar(text())
    for (const { kind, tree, places } of trees) {
      for (let place = 0; place < places; place++) {
        const root = { node: copyOf(tree) }
        slotsOf(root)[place]!.replace(giant)
        expect(codes).toContain(await read(kind, textOf(root.node)))
      }
    }
    untouched()
  })

  it('a key of 10 MB', async () => {
    const key = `"${'k'.repeat(length)}"`
    for (const { kind, tree } of trees) {
      const root = { node: copyOf(tree) }
      for (const slot of slotsOf(root)) {
        if (slot.node.kind === 'object' && slot.entry === undefined)
          slot.node.entries.push({ key, value: scalar('1') })
      }
      expect(await read(kind, textOf(root.node))).toBe(kind === 'page' ? 'accepted' : 'snapshot_too_large')
    }
  })
})

describe('a giant document', () => {
  it('20,000 changes, good and bad, and more of them', () => {
    const [, , rows] = validBodies
    const { sync } = rows!.value as { sync: { mutations: unknown[] } }
    const most = 20_000
    const mutations = Array.from({ length: most }, (_, index) => sync.mutations[index % 3])
    expect(readPage(JSON.stringify({ sync: { ...sync, mutations } }))).toBe('accepted')
    expect(readPage(JSON.stringify({ sync: { ...sync, mutations: [...mutations.slice(1), 1] } }))).toBe(
      'invalid_response',
    )
    const more = Array.from({ length: many }, () => mutations[0])
    expect(readPage(JSON.stringify({ sync: { ...sync, mutations: more } }))).toBe('feed_too_large')
    expect(readPage(JSON.stringify({ sync: { ...sync, mutations: mutations.map(() => ({})) } }))).toBe(
      'invalid_response',
    )
  })

  it.each(['[', '{"a":', '{"sync":', '[{"records":'])('nothing but %s', async (piece) => {
    const text = piece.repeat(1_000_000)
    expect(readPage(text)).toBe('truncated_body')
    // A megabyte is not too much before the list.
    expect(await readSnapshot(text)).toBe(piece === '[' ? 'truncated_body' : 'snapshot_too_large')
  })
})
