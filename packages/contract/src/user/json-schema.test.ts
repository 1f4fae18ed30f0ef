import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { descriptions } from './descriptions/all.test-support.ts'
import { shapesSeed as seed } from './descriptions/describe.test-support.ts'
import { userJsonSchema, userJsonSchemas, userSchemas } from './json-schema.ts'

/** The JSON Schemas agree with our schemas, as an independent validator reads them. */

const all = userJsonSchemas()
/** Formats stand beside patterns that say the same. */
const options = { strict: false, validateFormats: false }
const ajv = new Ajv2020(options)
ajv.addSchema(all, 'user')
const validator = (name: string) => ajv.getSchema(`user#/$defs/${name}`)!

test('every shape is there, under its name', () => {
  expect(Object.keys(all.$defs)).toEqual(Object.keys(userSchemas))
  expect(JSON.parse(JSON.stringify(all))).toEqual(all)
})

test('each reference leads to a shape', () => {
  const references = JSON.stringify(all).match(/"\$ref":"[^"]+"/g) ?? []
  const targets = references.map((reference) => reference.slice('"$ref":"#/$defs/'.length, -1))
  expect(targets.length).toBeGreaterThan(50)
  expect(targets.filter((name) => !(name in all.$defs))).toEqual([])
})

test('one shape alone is whole', () => {
  const alone = new Ajv2020(options).compile(userJsonSchema('CreatePostBodyDto'))
  expect(alone({ post: { roomPostStatus: 1 } })).toBe(false)
  expect(JSON.stringify(userJsonSchema('CreatePostBodyDto'))).not.toContain('#/$defs/')
})

/** Leaves out values that JSON cannot carry. */
const survivesJson = (value: unknown) => {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'number' && !Number.isFinite(part) ? '@lost' : part,
  )
  return text !== undefined && !text.includes('@lost')
}

describe.each(Object.entries(descriptions))('%s', (name, { valid, breaks }) => {
  test('takes what is valid', () => {
    const fits = validator(name)
    fc.assert(
      fc.property(valid, (value) => {
        expect(fits(value), JSON.stringify(fits.errors)).toBe(true)
      }),
      { seed, numRuns: 15 },
    )
  })

  test('refuses what is not', () => {
    const fits = validator(name)
    for (const { rule, broken } of breaks) {
      fc.assert(
        fc.property(broken, ({ value }) => {
          fc.pre(survivesJson(value))
          expect(fits(value), `${rule}: ${JSON.stringify(value)}`).toBe(false)
        }),
        { seed, numRuns: 4 },
      )
    }
  })
})
