import { fieldName, fieldsAtFault, PathText, readQuery, type UserScope } from '@waraq/protocol/user'
import type { FaultEffect } from '../../faults/fault.ts'
import { invalidRequest, unprocessable } from './refusal.ts'

/** A schema of the contract. */
export type Schema = Parameters<typeof readQuery>[0] & {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: Parameters<typeof fieldsAtFault>[0] }
}

type Output<S> = S extends { readonly _zod: { readonly output: infer Data } } ? Data : undefined

/** The headers of a conditional write. */
export interface Conditions {
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly idempotencyKey: string | undefined
}

/** The input of an operation, in addition to the user's token. */
export interface RouteSpec {
  /** The narrowest scope that allows it: `bookmark.create`. The area's scope allows it, too. Null: any token of a user. */
  readonly scope: UserScope | null
  readonly query?: Schema
  readonly body?: Schema
  /** Parameters of the path that are not plain text. */
  readonly params?: Readonly<Record<string, Schema>>
  /** The refusal of a body that does not fit. Default: 400. */
  readonly refuseBody?: (message: string) => Error
  /** Status of a successful answer. Default 200. */
  readonly status?: number
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never

type ParameterOf<Spec extends RouteSpec, Name extends string> = Spec extends {
  readonly params: Readonly<Record<Name, infer S>>
}
  ? Output<S>
  : string

/** A checked request as an operation receives it: its user and its values. */
export interface Asked<Path extends string, Spec extends RouteSpec> {
  /** Id of the token's user. */
  readonly userId: string
  /** The scopes of the token. */
  readonly scopes: readonly string[]
  /** The effects of faults that the operation itself applies. */
  readonly effect: FaultEffect
  /** The user's current date: `2026-08-01`. */
  readonly today: string
  /** The preconditions that the request sends in headers. */
  readonly conditions: Conditions
  readonly params: { readonly [Name in ParameterNames<Path>]: ParameterOf<Spec, Name> }
  readonly query: Spec extends { readonly query: infer S } ? Output<S> : undefined
  readonly body: Spec extends { readonly body: infer S } ? Output<S> : undefined
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One operation: its request, and what it does. */
export interface UserRoute extends RouteSpec {
  readonly method: Method
  /** As the service documents it: `/v1/bookmarks/{bookmarkId}`. */
  readonly path: string
  /**
   * Returns the answer as JSON, or as the response that is sent.
   * @throws {Refusal}
   */
  answer(asked: Asked<string, RouteSpec>): unknown
}

/** Describes an operation. The types of its arguments follow from its path and its schemas. */
export function route<const Path extends string, const Spec extends RouteSpec>(
  method: Method,
  path: Path,
  spec: Spec,
  answer: (asked: Asked<Path, Spec>) => unknown,
): UserRoute {
  return { ...spec, method, path, answer: answer as UserRoute['answer'] }
}

/** `{ success: true, data }`, the answer of most operations. */
export function done<Data>(data: Data): { success: true; data: Data } {
  return { success: true, data }
}

/** The values of a request before the check. */
export interface RawRequest {
  readonly userId: string
  readonly scopes: readonly string[]
  readonly effect: FaultEffect
  readonly today: string
  readonly conditions: Conditions
  readonly params: Readonly<Record<string, string>>
  readonly search: URLSearchParams
  /** The body's text if the request said that it is JSON, otherwise undefined. */
  readonly json: string | undefined
}

/**
 * Checks a request against the operation's specification.
 * @throws {Refusal} 400 for a body that does not fit, 422 for parameters that do not fit
 */
export function readRequest(spec: UserRoute, raw: RawRequest): Asked<string, RouteSpec> {
  const params = Object.fromEntries(
    Object.entries(raw.params).map(([name, text]) => [name, parameter(spec.params?.[name], name, text)]),
  )
  const query = spec.query && checked(spec.query, readQuery(spec.query, raw.search), unprocessable)
  const body = spec.body && checked(spec.body, parsed(raw.json), spec.refuseBody ?? invalidRequest)
  const { userId, scopes, effect, today, conditions } = raw
  return { userId, scopes, effect, today, conditions, params, query, body } as Asked<string, RouteSpec>
}

function parameter(schema: Schema | undefined, name: string, text: string): unknown {
  const number = schema !== undefined && /^[0-9]{1,15}$/.test(text)
  return checked(schema ?? PathText, number ? Number(text) : text, () =>
    unprocessable(`${name} does not fit.`),
  )
}

function parsed(json: string | undefined): unknown {
  if (json === undefined) throw invalidRequest('The body has to be application/json.')
  try {
    return JSON.parse(json)
  } catch {
    throw invalidRequest('The body is no JSON.')
  }
}

function checked(schema: Schema, value: unknown, refuse: (message: string) => Error): unknown {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const fields = fieldsAtFault(result.error).map((path) => fieldName(path))
  throw refuse(`Not as this operation takes it: ${fields.map((field) => field || 'all of it').join(', ')}.`)
}

/** Sorts literal names before parameters: `/v1/notes/by-range` is not a note with that id. */
export function literalFirst(routes: readonly UserRoute[]): UserRoute[] {
  const rank = ({ path }: UserRoute) =>
    path
      .split('/')
      .map((segment) => (segment.startsWith('{') ? '~' : segment))
      .join('/')
  return [...routes].sort((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0))
}
