import { userJsonSchema, type UserShapeName } from './json-schema.ts'

/** Values of each shape, made from its JSON Schema and from nothing else. */

/** The words of JSON Schema that the shapes use. */
interface Schema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
  readonly const?: Json
  readonly enum?: readonly Json[]
  readonly anyOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly not?: Schema
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

/** Texts of the forms that the interface has; the first one that fits a pattern is taken. */
const texts = [
  'some text',
  '2026-08-01T00:00:00Z',
  '2026-08-01',
  '2:255',
  '2:255-2:257',
  'data:image/png;base64,iVBORw0KGgo=',
  '{{01234567-89ab-4cde-8f01-23456789abcd}}',
  '01234567-89ab-4cde-8f01-23456789abcd',
]

function textFor({ pattern, minLength = 0, maxLength = Infinity }: Schema): string {
  const fits = (text: string) =>
    text.length <= maxLength && (pattern === undefined || new RegExp(pattern, 'u').test(text))
  const text = texts.map((each) => (pattern ? each : each.padEnd(minLength, '.'))).find(fits)
  if (text === undefined) throw new Error(`No text fits ${pattern ?? ''} ${minLength} ${maxLength}`)
  return text
}

/** Whether a field may be there beside all others: none that is never, nor one that another forbids. */
function isPossible(name: string, { properties = {}, not, dependentRequired = {} }: Schema): boolean {
  const [, ...excluded] = not?.required ?? []
  const needs = dependentRequired[name] ?? []
  return !properties[name]?.not && ![name, ...needs].some((each) => excluded.includes(each))
}

/** So deep is no shape but one that holds itself. */
const deepest = 6

/** A value of a schema: with `all` each property is there, else the required ones. */
function sample(schema: Schema, all: boolean, root: Schema, depth = 0): Json {
  const of = (each: Schema) => sample(each, all, root, depth + 1)
  const more = all && depth < deepest
  if (schema.$ref === '#') return of(root)
  if (schema.$ref !== undefined) return of(root.$defs![schema.$ref.split('/').at(-1)!]!)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]!
  const one = schema.anyOf?.[0]
  if (one) return of(one)
  const { minimum = 0, exclusiveMinimum = -1, items, minItems = 0, properties = {}, required = [] } = schema
  const type = typeof schema.type === 'object' ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return textFor(schema)
    case 'number':
    case 'integer':
      return Math.max(minimum, exclusiveMinimum + 1)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return Array.from({ length: Math.max(minItems, Number(more)) }, () => (items ? of(items) : 'x'))
    case 'object': {
      const fields = Object.entries(properties).filter(
        ([name]) => required.includes(name) || (more && isPossible(name, schema)),
      )
      return Object.fromEntries(fields.map(([name, field]) => [name, of(field)]))
    }
    default:
      return 'x'
  }
}

/** With all its fields, and with no more than it needs. */
export function samplesOf(name: UserShapeName): readonly [whole: Json, least: Json] {
  const schema = userJsonSchema(name) as Schema
  return [sample(schema, true, schema), sample(schema, false, schema)]
}

const wrong: readonly Json[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e9,
  '',
  'x',
  '2:999',
  [],
  ['x'],
  {},
  { addedSince: 1 },
]

/** The value with one part of it replaced, left out or added, for each part. */
export function* variantsOf(value: Json): Generator<Json> {
  yield* wrong
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    const [first, ...rest] = value as readonly Json[]
    yield []
    if (first !== undefined) for (const each of variantsOf(first)) yield [each, ...rest]
    return
  }
  const fields = Object.entries(value)
  yield { ...value, addedSince: 1 } as Json
  for (const [name, field] of fields) {
    yield Object.fromEntries(fields.filter(([other]) => other !== name))
    for (const each of variantsOf(field)) yield { ...value, [name]: each } as Json
  }
}
