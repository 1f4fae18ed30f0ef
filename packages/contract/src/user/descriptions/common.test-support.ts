import fc from 'fast-check'
import {
  andBreaks,
  anyInteger,
  closed,
  flag,
  inside,
  integer,
  listOf,
  mistaken,
  number,
  object,
  text,
  openWords,
  type Description,
} from './describe.test-support.ts'

/** Sections "Paged envelopes" and "Cursor pagination", and what most operations answer. */

export const page = integer({ least: 1 })

/** Own parameters, and page and limit. */
export const numbered = (fields: Readonly<Record<string, Description>>, most?: number): Description =>
  closed({ 'page?': page, 'limit?': integer({ least: 1, ...(most !== undefined && { most }) }), ...fields })

export const pagination = object({
  'startCursor?': text,
  'endCursor?': text,
  hasNextPage: flag,
  hasPreviousPage: flag,
})

export const pageOf = (item: Description, key = 'data'): Description =>
  object({
    total: number(),
    currentPage: number(),
    limit: number(),
    pages: number(),
    [key]: listOf(inside(item)),
  })

const size = fc.integer({ min: 1, max: 20 })
const pages = fc.oneof(
  fc.constant({}),
  fc.record({ first: size, after: fc.string() }, { requiredKeys: ['first'] }),
  fc.record({ last: size, before: fc.string() }, { requiredKeys: ['last'] }),
)

/** Own parameters, and first with after or last with before. The example has what is required of the own ones. */
export const cursor = (fields: Readonly<Record<string, Description>>, example: object = {}): Description => {
  const own = closed(fields)
  const some = (...values: readonly object[]) => values.map((value) => ({ ...example, ...value }))
  const valid = fc.tuple(own.valid, pages).map(([value, part]) => ({ ...(value as object), ...part }))
  const badSizes = [0, -1, 21, 1000, 1.5, '5', null, true]
  return andBreaks(
    { valid, breaks: own.breaks },
    mistaken('1 to 20', 'first', ...some(...badSizes.map((first) => ({ first })))),
    mistaken('1 to 20', 'last', ...some(...badSizes.map((last) => ({ last })))),
    mistaken('text', 'after', ...some(...[1, null, {}].map((after) => ({ first: 5, after })))),
    mistaken('text', 'before', ...some(...[1, null, {}].map((before) => ({ last: 5, before })))),
    mistaken('needs first', 'after', ...some({ after: 'a' }, { last: 5, after: 'a' })),
    mistaken('needs last', 'before', ...some({ before: 'b' }, { first: 5, before: 'b' })),
    mistaken(
      'never with first',
      'last',
      ...some({ first: 5, last: 5 }, { first: 5, after: 'a', last: 5, before: 'b' }),
    ),
  )
}

export const data = (inner: Description): Description => object({ 'success?': flag, data: inner })
export const cursorList = (item: Description): Description =>
  object({ 'success?': flag, data: listOf(inside(item)), pagination })
export const message = (...messages: readonly string[]): Description =>
  data(object({ 'message?': openWords(...messages) }))
export const optionalFlag = (name: string): Description => object({ [`${name}?`]: flag })
export const someObject = object({})
export const optionalNumbers = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`${name}?`, number()]))
export const optionalIntegers = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`${name}?`, anyInteger]))
export const optionalTexts = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`${name}?`, text]))
export const optionalFlags = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`${name}?`, flag]))
export const texts = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]))
export const flags = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, flag]))
export const numbers = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, number()]))
