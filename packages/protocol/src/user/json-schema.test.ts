import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { userJsonSchema, userJsonSchemas, userSchemas, type UserShapeName } from './json-schema.ts'
import { samplesOf, variantsOf } from './samples.test-support.ts'

/** The JSON Schemas agree with our schemas, as an independent validator reads them. */

const names = Object.keys(userSchemas) as UserShapeName[]
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

/** The standard error belongs to both halves, and takes more than its JSON Schema can say. */
describe.each(names.filter((name) => name !== 'StandardError'))('%s', (name) => {
  const fits = validator(name)
  const takes = (value: unknown) => userSchemas[name].safeParse(value).success
  const [whole, least] = samplesOf(name)

  test('takes a value with all fields, and one with no more than it needs', () => {
    for (const value of [whole, least])
      expect([value, takes(value), fits(value)]).toEqual([value, true, true])
  })

  test('takes and refuses the same variants of them', () => {
    const all = [...variantsOf(whole), ...variantsOf(least)]
    const differing = all.filter((value) => takes(value) !== fits(value))
    expect(differing).toEqual([])
  })
})
