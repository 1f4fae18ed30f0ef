import { WaraqError } from '@waraq/protocol'
import { fieldName, fieldsAtFault, PathText, queryEntries } from '@waraq/protocol/user'
import type { UserCallOptions } from './call-options.ts'
import { parametersOf, type Operation, type Schema } from './operation.ts'

/** A validated call in the form in which it is sent. */
export interface PreparedCall {
  /** Path below the root, with its query. */
  readonly path: string
  /** JSON. */
  readonly body: string | undefined
  readonly options: UserCallOptions | undefined
}

/** The arguments of a call by kind. */
export interface NamedArguments {
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly query: Readonly<Record<string, unknown>> | undefined
  readonly options: UserCallOptions | undefined
}

/** Assigns the arguments: path parameters in their order, body, query, options. */
export function nameArguments(operation: Operation, args: readonly unknown[]): NamedArguments {
  const names = parametersOf(operation.path)
  const rest = args.slice(names.length)
  const body = operation.body ? rest.shift() : undefined
  const query = operation.query ? (rest.shift() ?? {}) : undefined
  return {
    params: Object.fromEntries(names.map((name, index) => [name, args[index]])),
    body,
    query: query as NamedArguments['query'],
    options: rest[0] as UserCallOptions | undefined,
  }
}

/**
 * Validates the arguments of a call and serializes them.
 * @throws {WaraqError} `invalid_argument`, before anything is sent; `details` has the `operation`, the `field` and all
 * `fields`
 */
export function prepareCall(name: string, operation: Operation, given: NamedArguments): PreparedCall {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const schema = operation.params?.[parameter] ?? PathText
    return segment(name, parameter, check(name, schema, given.params[parameter], parameter))
  })
  const body = operation.body ? check(name, operation.body, given.body, '') : undefined
  const query = operation.query ? check(name, operation.query, given.query, '') : {}
  const search = new URLSearchParams(queryEntries(query as Record<string, unknown>)).toString()
  return {
    path: search === '' ? path : `${path}?${search}`,
    body: body === undefined ? undefined : JSON.stringify(body),
    options: given.options,
  }
}

type Faults = Parameters<typeof fieldsAtFault>[0]

/** A value as one segment of a path. Segments of dots would change the path to another operation. */
function segment(name: string, parameter: string, value: unknown): string {
  const text = String(value)
  if (/^\.{1,2}$/.test(text)) throw invalidArgument(name, [parameter])
  return encodeURIComponent(text)
}

function check(name: string, schema: Schema, value: unknown, within: string): unknown {
  const checked = schema.safeParse(value)
  // The value is sent as the caller wrote it, without the defaults of the schema.
  if (checked.success) return value
  const fields = fieldsAtFault(checked.error as Faults).map((path) =>
    fieldName(within === '' ? path : [within, ...path]),
  )
  throw invalidArgument(name, fields)
}

export function invalidArgument(name: string, fields: readonly string[]): WaraqError {
  const shown = fields.map((field) => (field === '' ? 'the argument itself' : field)).join(', ')
  return new WaraqError({
    code: 'invalid_argument',
    message: `${name} was called with something that the service does not take: ${shown}. Nothing was sent. Correct the call.`,
    details: { operation: name, field: fields[0] ?? '', fields: [...fields] },
  })
}
