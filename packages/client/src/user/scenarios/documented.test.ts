import { readFileSync } from 'node:fs'
import { expect, it, test } from 'vitest'
import { userScopes } from '@waraq/contract/user'
import { userSchemas } from '@waraq/contract/user/json-schema'
import type { Operation } from '../operation.ts'
import { parametersOf } from '../operation.ts'
import { userOperations } from '../operations/index.ts'
import { referenceOf } from '../reference.test-support.ts'

/** The catalogue against the table of operations that was written from the interface document. */

const text = readFileSync(new URL('../../../../contract/USER.md', import.meta.url), 'utf8')
const documented = text
  .slice(text.indexOf('## Operations'))
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  )

const operations = Object.entries(userOperations).flatMap(([area, calls]) =>
  Object.entries(calls as Readonly<Record<string, Operation>>).map(
    ([name, operation]) => [`${area}.${name}`, operation] as const,
  ),
)
const nameOf = (schema: unknown) =>
  schema === undefined
    ? ''
    : (Object.entries(userSchemas).find(([, one]) => (one as unknown) === schema)?.[0] ??
      'a schema without a name')
const byPlace = (rows: string[][]) => rows.map((row) => row.join(' | ')).sort()

test('the table is there', () => expect(documented).toHaveLength(103))

it('has every documented operation once, with its schemas, and no other', () => {
  const described = operations.map(([, { method, path, query, body, answer }]) => [
    method,
    path,
    nameOf(query),
    nameOf(body),
    typeof answer === 'string' ? '-' : nameOf(answer),
  ])
  expect(byPlace(described)).toEqual(byPlace(documented))
})

it.each(operations)('%s: parameters of its path only, and a scope that there is', (_, operation) => {
  expect(parametersOf(operation.path)).toEqual(expect.arrayContaining(Object.keys(operation.params ?? {})))
  expect(userScopes).toContain(operation.scope)
})

it('repeats nothing that adds, and no GET that changes something', () => {
  const safe = operations.filter(([, { repeat }]) => repeat === 'safe')
  expect(safe.filter(([, { scope }]) => scope.endsWith('.create'))).toEqual([])
  const changing = safe.filter(
    ([, { method, scope }]) => method === 'GET' && !/\.(read|search|estimate)$/.test(scope),
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
  await expect(referenceOf(userOperations)).toMatchFileSnapshot('../../../USER.md')
})

/** Those of the fields that the query knows, but not with such a value. */
function refused(query: Operation['query'], values: Readonly<Record<string, unknown>>): string[] {
  const checked = query?.safeParse(values)
  if (!checked || checked.success) return []
  const known = checked.error.issues.filter(({ code }) => code !== 'unrecognized_keys')
  return known.map(({ path }) => String(path?.[0])).filter((field) => field in values)
}
