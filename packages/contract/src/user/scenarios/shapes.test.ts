import { runs } from '@waraq/test-support/runs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areas, descriptions } from '../descriptions/all.test-support.ts'
import { shapesSeed as seed, type Break } from '../descriptions/describe.test-support.ts'
import { fieldName, fieldsAtFault } from '../index.ts'
import { userSchemas } from '../json-schema.ts'

/** Every shape against what the document says of it, by random values. */

const schemas: Readonly<Record<string, { safeParse(value: unknown): Result }>> = userSchemas
interface Result {
  readonly success: boolean
  readonly data?: unknown
  readonly error?: Parameters<typeof fieldsAtFault>[0] | undefined
}

/** The wrong values are few and written by hand; what is random is the rest of the object. */
const mostRuns = { valid: runs(60), broken: runs(12) }

test('every shape is described, and nothing else', () => {
  // The standard error belongs to both halves and is tested with the content half.
  const own = Object.keys(schemas).filter((name) => name !== 'StandardError')
  expect(Object.keys(descriptions).toSorted()).toEqual(own.toSorted())
})

function expectRejected(name: string, { rule, broken }: Break): void {
  const property = fc.property(broken, ({ value, path }) => {
    const { success, error } = schemas[name]!.safeParse(value)
    expect(success, rule).toBe(false)
    expect(fieldsAtFault(error!).map(fieldName), rule).toEqual([fieldName(path)])
  })
  fc.assert(property, { seed, numRuns: mostRuns.broken })
}

describe.each(Object.entries(areas))('%s', (_, shapes) => {
  describe.each(Object.entries(shapes))('%s', (name, { valid, breaks }) => {
    test('takes what is valid, and loses nothing of it', () => {
      const property = fc.property(valid, (value) => {
        const { error, data } = schemas[name]!.safeParse(value)
        expect(error).toBeUndefined()
        if (typeof value === 'object' && value !== null) expect(data).toMatchObject(value)
        else expect(data).toBe(value)
      })
      fc.assert(property, { seed, numRuns: mostRuns.valid })
    })

    test('refuses each rule broken once, and names the field', () => {
      for (const rule of breaks) expectRejected(name, rule)
    })
  })
})
