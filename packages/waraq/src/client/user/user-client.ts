import type { Clock } from '../clock.ts'
import { readText } from '../body.ts'
import { call } from '../exchange/call.ts'
import type { Answer, OutgoingRequest } from '../exchange/request.ts'
import { transportOf, type Transport } from '../exchange/transport.ts'
import { parseJsonIfAny } from '../json-body.ts'
import type { RetryNotice, Timeouts } from '../options.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import { nameArguments, prepareCall, type NamedArguments, type PreparedCall } from './arguments.ts'
import type { Catalogue, UserClientOf } from './calls.ts'
import { userOperations } from './operations/index.ts'
import type { UserAnswerNotice } from './call-options.ts'
import type { Operation } from './operation.ts'
import { eachOf } from './pages.ts'
import { readAnswer, type UnexpectedAnswer } from './read-answer.ts'
import { refusalError } from './refusals.ts'
import { mayRepeat, outcomeUnknown } from './repeats.ts'
import { rightOf, type UserConnection } from './user-connection.ts'

export interface UserClientOptions {
  /** Roots and rights of user data: `backendConnection` or `directConnection`. */
  readonly connection: UserConnection
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  /** Default: 5 attempts, 500 ms first ceiling, 30 s longest delay. */
  readonly retry?: Partial<RetryPolicy> | undefined
  /** Ends every call of this client. */
  readonly signal?: AbortSignal | undefined
  /** Default: `systemClock`. */
  readonly clock?: Clock | undefined
  /** From 0 inclusive to 1 exclusive. Default: `Math.random`. */
  readonly random?: (() => number) | undefined
  /** Default: 30 s for headers, 30 s without a byte, 5 minutes in all. */
  readonly timeouts?: Timeouts | undefined
  /** Maximum length of an answer in bytes; a longer one fails. Default 64 MiB. */
  readonly maxBytes?: number | undefined
  /** IANA name of the time zone that the user's days are counted in, such as `Asia/Jakarta`. Default: that of this machine. */
  readonly timeZone?: string | undefined
  /** Called with an answer that does not have its documented form. Default: a warning in the console, without its values. */
  readonly onUnexpected?: ((answer: UnexpectedAnswer) => void) | undefined
  /** Called before the delay of each retry. */
  readonly onRetry?: ((notice: UserRetryNotice) => void) | undefined
}

/** A failed try that will be repeated. */
export interface UserRetryNotice extends Omit<RetryNotice, 'address'> {
  /** Example: `collections.list`. */
  readonly operation: string
}

/** The complete user-data API as functions, by area. */
export type UserClient = UserClientOf<typeof userOperations>

/** Creates a client of all operations. It sends nothing until one of them is called. */
export function createUserClient(options: UserClientOptions): UserClient {
  return userClientOf(userOperations, options)
}

/** Creates a client of chosen operations. Other operations are not bundled. */
export function userClientOf<const Operations extends Catalogue>(
  operations: Operations,
  options: UserClientOptions,
): UserClientOf<Operations> {
  const caller = new Caller(options)
  const areas = Object.entries(operations).map(([area, calls]) => {
    const functions = Object.entries(calls).map(([name, operation]) => {
      return [name, callOf(caller, `${area}.${name}`, operation)]
    })
    return [area, Object.fromEntries(functions)]
  })
  return Object.fromEntries(areas) as UserClientOf<Operations>
}

function callOf(caller: Caller, name: string, operation: Operation) {
  const call = async (...args: unknown[]) => caller.call(name, operation, nameArguments(operation, args))
  const { paging } = operation
  if (!paging) return call
  const each = (...args: unknown[]) => {
    const given = nameArguments(operation, args)
    return eachOf(name, paging, given.query ?? {}, (query) =>
      caller.call(name, operation, { ...given, query }),
    )
  }
  return Object.assign(call, { each })
}

const mebibyte = 1024 * 1024

/** Calls operations. It keeps no state between calls; only its connection may. */
class Caller {
  readonly #options: UserClientOptions
  readonly #transport: Transport

  constructor(options: UserClientOptions) {
    this.#options = options
    this.#transport = transportOf(options, 300_000)
  }

  async call(name: string, operation: Operation, given: NamedArguments): Promise<unknown> {
    const { onUnexpected = warn } = this.#options
    const prepared = prepareCall(name, operation, given)
    const read = (answer: Answer) => readAnswer(name, operation, answer, onUnexpected)
    const { policy } = this.#transport
    const transport = {
      ...this.#transport,
      policy: { ...policy, attempts: prepared.options?.attempts ?? policy.attempts },
    }
    return call(transport, this.#request(name, operation, prepared), read, prepared.options)
  }

  #request(name: string, operation: Operation, { path, body, options = {} }: PreparedCall): OutgoingRequest {
    const { connection, maxBytes = 64 * mebibyte, onRetry } = this.#options
    const { service, method, answer, countsDays, repeat } = operation
    const { account, timeZone = this.#options.timeZone, beforeSend, onAnswer } = options
    const zone = () => timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
    /** The error that `beforeSend` threw: no request was sent, and the call is not tried again. */
    let stopped: { readonly by: unknown } | undefined
    return {
      name,
      url: connection.roots[service] + path,
      fresh: method === 'GET',
      method,
      headers: {
        accept: answer === 'file' ? '*/*' : 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        // Read at each call: users travel.
        ...(countsDays ? { 'x-timezone': zone() } : {}),
        ...operation.own?.headers(name, options),
      },
      body,
      right: async (signal) => rightOf(connection, await connection.headers(signal, account)),
      isAnswer: (status) => status >= 200 && status < 300,
      mostBytes: maxBytes,
      // If the body is lost or is not JSON, the status is enough.
      readRefusal: ({ body }) => readText(body, name).then(parseJsonIfAny, () => undefined),
      refused: (refusal) => refusalError(name, refusal, operation.own?.details(refusal)),
      beforeSend:
        beforeSend &&
        (() => {
          try {
            beforeSend()
          } catch (error) {
            stopped = { by: error }
            throw error
          }
        }),
      onAnswer: onAnswer && ((received) => onAnswer(noticeOf(received))),
      instead: (error) => {
        if (stopped) return stopped.by
        return mayRepeat(repeat, error) ? undefined : outcomeUnknown(name, error)
      },
      onRetry: onRetry && ((notice) => onRetry({ operation: name, ...notice })),
    }
  }
}

function noticeOf({ status, headers, serverTime }: Answer): UserAnswerNotice {
  const reported = headers.get('x-mutation-at') ?? ''
  return {
    status,
    serverTime,
    mutationAt: /^\d{1,15}$/.test(reported) ? Number(reported) : null,
    etag: headers.get('etag'),
  }
}

function warn({ operation, status, issues }: UnexpectedAnswer): void {
  console.warn(
    `[waraq] The service answered ${status} to ${operation} in an unexpected form: ${issues.join('; ')}`,
  )
}
