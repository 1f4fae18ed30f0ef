import { readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { userScopes } from '@waraq/protocol/user'
import { userSchemas } from '@waraq/protocol/user/json-schema'
import type { Operation } from '../operation.ts'
import { parametersOf } from '../operation.ts'
import { userOperations } from '../operations/index.ts'
import { appState } from '../operations/app-state.ts'
import { sync } from '../operations/sync.ts'
import { referenceOf } from '../reference.test-support.ts'

/** The catalogue against the table of operations that was written from the interface document. */

const document = '../../../../../protocol/src/user/scenarios/interface-document.txt'
const text = readFileSync(new URL(document, import.meta.url), 'utf8')
const rowsBelow = (heading: string) =>
  text
    .slice(text.indexOf(`\n${heading}\n`) + 1)
    .split(/\n## /)[0]!
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )
const documented = rowsBelow('## Operations')

const operationsOf = (areas: object) =>
  Object.entries(areas).flatMap(([area, calls]) =>
    Object.entries(calls as Readonly<Record<string, Operation>>).map(
      ([name, operation]) => [`${area}.${name}`, operation] as const,
    ),
  )
const operations = operationsOf(userOperations)
const nameOf = (schema: unknown) =>
  schema === undefined
    ? ''
    : (Object.entries(userSchemas).find(([, one]) => (one as unknown) === schema)?.[0] ??
      'a schema without a name')
const byPlace = (rows: string[][]) => rows.map((row) => row.join(' | ')).sort()

test('the table is there', () => expect(documented).toHaveLength(103))

const described = (of: typeof operations) =>
  of.map(([, { method, path, query, body, answer }]) => [
    method,
    path,
    nameOf(query),
    nameOf(body),
    typeof answer === 'string' ? '-' : nameOf(answer),
  ])

it('has every documented operation once, with its schemas, and no other', () => {
  expect(byPlace(described(operations))).toEqual(byPlace(documented))
})

it('has the feed apart, so that no client asks for its scope unless it means to', () => {
  const feed = operationsOf({ sync })
  expect(byPlace(described(feed))).toEqual(byPlace(rowsBelow('## Feed of user data')))
  expect(feed.map(([, { scope }]) => scope)).toEqual(['sync', 'sync'])
  expect(operations.map(([, { scope }]) => scope)).not.toContain('sync')
})

it('has App State apart', () => {
  const own = operationsOf({ appState })
  expect(byPlace(described(own))).toEqual(byPlace(rowsBelow('## App State')))
  expect(own.filter(([, { conditional }]) => conditional).map(([name]) => name)).toEqual([
    'appState.put',
    'appState.delete',
  ])
})

it.each(operations)('%s: parameters of its path only, and a scope that there is', (_, operation) => {
  expect(parametersOf(operation.path)).toEqual(expect.arrayContaining(Object.keys(operation.params ?? {})))
  expect(userScopes).toContain(operation.scope)
})

it('repeats nothing that adds, and no GET that changes something', () => {
  const safe = operations.filter(([, { repeat }]) => repeat === 'safe')
  expect(safe.filter(([, { scope }]) => scope?.endsWith('.create'))).toEqual([])
  const changing = safe.filter(
    ([, { method, scope }]) => method === 'GET' && !/\.(read|search|estimate)$/.test(scope ?? ''),
  )
  expect(changing).toEqual([])
  expect(operations.filter(([name, { repeat }]) => name.includes('toggle') && repeat === 'safe')).toEqual([])
})

it('reads on only where the query can say what comes next', () => {
  const next = { cursor: 'first', continued: 'cursor', numbered: 'page' } as const
  for (const [name, { paging, query }] of operations) {
    if (paging) expect([name, refused(query, { [next[paging]]: false })]).toEqual([name, [next[paging]]])
  }
})

it('has a page of reference made from it', async () => {
  await expect(referenceOf({ ...userOperations, sync, appState })).toMatchFileSnapshot(
    '../../../../USER-OPERATIONS.md',
  )
})

/** Those of the fields that the query knows, but not with such a value. */
function refused(query: Operation['query'], values: Readonly<Record<string, unknown>>): string[] {
  const checked = query?.safeParse(values)
  if (!checked || checked.success) return []
  const known = checked.error.issues.filter(({ code }) => code !== 'unrecognized_keys')
  return known.map(({ path }) => String(path?.[0])).filter((field) => field in values)
}
