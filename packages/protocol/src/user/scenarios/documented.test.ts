import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fieldsAtFault } from '../index.ts'
import { userSchemas, type UserShapeName } from '../json-schema.ts'

/** Tables that were written from the interface document, against the schemas that there are. */

const text = readFileSync(new URL('interface-document.txt', import.meta.url), 'utf8')
const [, shapesPart = '', feedPart = '', appStatePart = '', operationsPart = ''] = text.split(/^## .*$/m)

/** The rows of a part's table, without its head and with no marks around code. */
const rowsOf = (part: string) =>
  part
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    )

const namedIn = (words: string) => [...words.matchAll(/`(\w+)`/g)].map(([, name]) => name!)
const [, closedOnes = ''] = /Closed shapes [^:]*: (.*)/.exec(shapesPart) ?? []
const closed = namedIn(closedOnes)
const shapes = namedIn(
  shapesPart
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .join('\n'),
)
const describedOperations = [feedPart, appStatePart, operationsPart].flatMap(rowsOf)
const operations = describedOperations.map(([method, path, query, body, answer]) => ({
  method,
  path,
  query,
  body,
  answer,
}))
const named = (names: readonly (string | undefined)[]) => names.filter((name) => name && name !== '-')
const existing = Object.keys(userSchemas)
const ofOperations = named(operations.flatMap(({ query, body, answer }) => [query, body, answer]))

test('the tables are there', () => {
  expect(shapes.length).toBe(104)
  expect(operations.length).toBe(112)
})

test('every shape of the document has its schema, each once', () => {
  expect(shapes.filter((name) => !existing.includes(name))).toEqual([])
  expect(shapes).toEqual([...new Set(shapes)])
})

test('every operation of the document has its schemas, and is there once', () => {
  expect(ofOperations.filter((name) => !existing.includes(name ?? ''))).toEqual([])
  const places = operations.map(({ method, path }) => `${method} ${path}`)
  expect(places).toEqual([...new Set(places)])
})

test('there is no schema of which the document says nothing', () => {
  const reported = new Set<string | undefined>([...shapes, ...ofOperations])
  expect(existing.filter((name) => !reported.has(name))).toEqual([])
})

describe('closed are those that the document closes, and queries', () => {
  const faults = (name: string) => {
    const { error } = userSchemas[name as UserShapeName].safeParse({ addedSince: 1 })
    return error ? fieldsAtFault(error).map(String) : []
  }
  const queries = named(operations.map(({ query }) => query)) as string[]
  const strict = new Set([...closed, ...queries])

  // The standard error belongs to both halves and is tested with the content half.
  test.each(existing.filter((name) => name !== 'StandardError'))('%s', (name) => {
    expect(faults(name).includes('addedSince')).toBe(strict.has(name))
  })
})
