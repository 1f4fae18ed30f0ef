import type { UserScope, UserService } from '@waraq/protocol/user'
import type { Refusal } from '../exchange/request.ts'
import type { UserCallOptions } from './call-options.ts'

/** The part of a schema that an operation needs: input, output and issues. */
export interface Schema {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: unknown }
    | { readonly success: false; readonly error: { readonly issues: readonly SchemaIssue[] } }
  readonly _zod: {
    /** Types only. */
    readonly input: unknown
    /** Types only. */
    readonly output: unknown
    run(payload: Payload, context: { readonly async: false }): Payload | Promise<Payload>
  }
}

/** A value that passes through a schema. */
export interface Payload {
  value: unknown
  issues: SchemaIssue[]
}

export interface SchemaIssue {
  /** Absent if the issue concerns the complete value. */
  readonly path?: PropertyKey[] | undefined
  readonly code: string | undefined
  readonly keys?: readonly string[]
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How the next page of a list is requested:
 * - `cursor`: first and after, last and before; the items are `data`, or `data.bookmarks`
 * - `continued`: cursor and limit; the items are `data`
 * - `numbered`: page and limit; the items are `data`, `comments` or `replies`
 */
export type Paging = 'cursor' | 'continued' | 'numbered'

/** Headers and refusals that only one area has. */
export interface OwnForms {
  /** @throws {WaraqError} `invalid_argument` if a value is not valid in a header */
  headers(name: string, options: UserCallOptions): Readonly<Record<string, string>>
  /** Additional details for the error of a refusal. */
  details(refusal: Pick<Refusal, 'body' | 'secrets'>): Readonly<Record<string, unknown>>
}

/** One operation of the service, as data. The client, its types and the reference are derived from these. */
export interface Operation {
  /** The service of user data that has the operation. Each service has its own root. */
  readonly service: UserService
  readonly method: Method
  /** Path below the root, with its parameters in braces: `/v1/posts/{id}`. */
  readonly path: string
  /** Schemas of path parameters that are not plain text. */
  readonly params?: Readonly<Record<string, Schema>>
  readonly query?: Schema
  readonly body?: Schema
  /** `json`: its form is not documented. `file`: it is not JSON. */
  readonly answer: Schema | 'json' | 'file'
  /**
   * The narrowest scope that the token needs. The scope of its area allows the operation as well. Inferred from the names of
   * the scopes: the service publishes the names, but not which operation needs which scope. Null if it publishes none: any
   * token of a user is accepted.
   */
  readonly scope: UserScope | null
  /** The operation counts days, or starts one: the request sends the user's time zone. */
  readonly countsDays?: true
  /** The operation accepts the call options `ifMatch`, `ifNoneMatch` and `idempotencyKey`. */
  readonly conditional?: true
  /** Forms that only its area has. They are part of the operation, so that a client of other areas does not ship them. */
  readonly own?: OwnForms
  /**
   * Whether sending the operation twice has the same effect as sending it once. An `unsafe` operation is repeated only if the
   * service reported that it had refused the first request.
   */
  readonly repeat: 'safe' | 'unsafe'
  readonly paging?: Paging
}

/** Properties of an operation in addition to its address, scope and answer. `repeat`: by default only a POST is unsafe. */
type More = Partial<Omit<Operation, 'service' | 'method' | 'path' | 'scope' | 'answer'>>

/** Creates the descriptions of a service's operations, each with its exact type. Example of an address: `GET /v1/posts/{id}`. */
/* @__NO_SIDE_EFFECTS__ */
function operationOf<Service extends UserService>(service: Service) {
  return function <
    M extends Method,
    Path extends string,
    Scope extends Operation['scope'],
    const Answer extends Operation['answer'],
    const Other extends More = Record<never, never>,
  >(address: `${M} ${Path}`, scope: Scope, answer: Answer, more?: Other) {
    const [method, path] = address.split(' ') as [M, Path]
    const repeat: Operation['repeat'] = method === 'POST' ? 'unsafe' : 'safe'
    return { service, method, path, scope, answer, repeat, ...(more as Other) }
  }
}

export const auth = /* @__PURE__ */ operationOf('auth')
export const quranReflect = /* @__PURE__ */ operationOf('quranReflect')

/** Names of the parameters of a path, in order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
}
