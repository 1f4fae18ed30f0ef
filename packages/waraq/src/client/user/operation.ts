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

/** A value on its way through a schema. */
export interface Payload {
  value: unknown
  issues: SchemaIssue[]
}

export interface SchemaIssue {
  /** Absent where it is about the whole value. */
  readonly path?: PropertyKey[] | undefined
  readonly code: string | undefined
  readonly keys?: readonly string[]
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How a list is read on:
 * - `cursor`: first and after, last and before; the items are `data`, or `data.bookmarks`
 * - `continued`: cursor and limit; the items are `data`
 * - `numbered`: page and limit; the items are `data`, `comments` or `replies`
 */
export type Paging = 'cursor' | 'continued' | 'numbered'

/** Headers and refusals as one area alone has them. */
export interface OwnForms {
  /** @throws {WaraqError} `invalid_argument` where a value fits no header */
  headers(name: string, options: UserCallOptions): Readonly<Record<string, string>>
  /** What the error of a refusal tells besides. */
  details(refusal: Pick<Refusal, 'body' | 'secrets'>): Readonly<Record<string, unknown>>
}

/** One operation of the service, as data. The client, its types and the reference are made of these. */
export interface Operation {
  /** Which of the services of user data has it: each has a root of its own. */
  readonly service: UserService
  readonly method: Method
  /** Below the root, with its parameters in braces: `/v1/posts/{id}`. */
  readonly path: string
  /** Schemas of parameters of the path that are no plain text. */
  readonly params?: Readonly<Record<string, Schema>>
  readonly query?: Schema
  readonly body?: Schema
  /** `json`: its form is not documented. `file`: it is no JSON. */
  readonly answer: Schema | 'json' | 'file'
  /**
   * The narrowest scope that the token needs. Its area allows it as well. Inferred from the names of the scopes: the service
   * publishes those, and not which operation needs which. Null where it publishes none: any token of a user.
   */
  readonly scope: UserScope | null
  /** The operation counts days, or begins one: the request tells the user's time zone. */
  readonly countsDays?: true
  /** It takes the call options `ifMatch`, `ifNoneMatch` and `idempotencyKey`. */
  readonly conditional?: true
  /** What its area has that no other has: a part of the operation, so that a client of others ships none of it. */
  readonly own?: OwnForms
  /**
   * Whether sending it twice does no more than sending it once. What is not `safe` is repeated only where the service said
   * that it had refused the first one.
   */
  readonly repeat: 'safe' | 'unsafe'
  readonly paging?: Paging
}

/** What an operation may have beside its address, scope and answer. `repeat`: by default only a POST is unsafe. */
type More = Partial<Omit<Operation, 'service' | 'method' | 'path' | 'scope' | 'answer'>>

/**
 * Makes the descriptions of a service's operations, each with its exact type. An address is such as `GET /v1/posts/{id}`.
 */
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
