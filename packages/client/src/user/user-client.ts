import { linkedController, throwIfAborted } from '../abort.ts'
import { systemClock, type Clock } from '../clock.ts'
import type { CallOptions, RetryNotice, Timeouts } from '../options.ts'
import { defaultRetryPolicy, type RetryPolicy } from '../retry-policy.ts'
import { nameArguments, prepareCall, type NamedArguments } from './arguments.ts'
import type { Catalogue, UserClientOf } from './calls.ts'
import { exchange, type Exchange, type UserAnswer, type UserRequest } from './exchange.ts'
import { userOperations } from './operations/index.ts'
import type { Operation } from './operation.ts'
import { eachOf } from './pages.ts'
import { readAnswer } from './read-answer.ts'
import { withUserRetries } from './retries.ts'
import type { UserDoor } from './user-door.ts'

export interface UserClientOptions {
  /** Where user data is, and by what right: `backendDoor` or `directDoor`. */
  readonly door: UserDoor
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
  /** Bytes after which an answer is given up. Default 64 MiB. */
  readonly maxBytes?: number | undefined
  /** The IANA name of the zone that the user's days are counted in, such as `Asia/Jakarta`. Default: that of this machine. */
  readonly timeZone?: string | undefined
  /** Called with an answer that is not of its documented form. Default: a warning in the console, without its values. */
  readonly onUnexpected?: ((answer: UnexpectedAnswer) => void) | undefined
  /** Called before the delay of each retry. */
  readonly onRetry?: ((notice: UserRetryNotice) => void) | undefined
}

/** An answer that was not of its documented form, and was given to the caller as it came. */
export interface UnexpectedAnswer {
  /** Such as `collections.list`. */
  readonly operation: string
  readonly status: number
  /** Where it was otherwise, such as `data.0.name: invalid_type`; at most five. */
  readonly issues: readonly string[]
}

/** A failed try that will be repeated. */
export interface UserRetryNotice extends Omit<RetryNotice, 'address'> {
  /** Such as `collections.list`. */
  readonly operation: string
}

/** The whole of the user-data API as functions, by area. */
export type UserClient = UserClientOf<typeof userOperations>

/** A client of all operations. Sends nothing until it is asked to. */
export function createUserClient(options: UserClientOptions): UserClient {
  return userClientOf(userOperations, options)
}

/** A client of chosen operations: what is not chosen is not shipped. */
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

/** Makes calls of operations. Keeps nothing between them but what its door keeps. */
class Caller {
  readonly #options: UserClientOptions
  readonly #exchange: Exchange
  readonly #policy: RetryPolicy
  readonly #random: () => number
  readonly #onUnexpected: (answer: UnexpectedAnswer) => void

  constructor(options: UserClientOptions) {
    this.#options = options
    const { timeouts } = options
    // A property would be called with the wrong `this`, which browsers refuse.
    const send = options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init))
    this.#exchange = {
      door: options.door,
      fetch: (input, init) => send(input, init),
      clock: options.clock ?? systemClock,
      headersMs: timeouts?.headersMs ?? 30_000,
      idleMs: timeouts?.idleMs ?? 30_000,
      totalMs: timeouts?.totalMs ?? 300_000,
      mostBytes: options.maxBytes ?? 64 * mebibyte,
    }
    this.#policy = { ...defaultRetryPolicy, ...options.retry }
    this.#random = options.random ?? Math.random
    this.#onUnexpected = options.onUnexpected ?? warn
  }

  /** Asked at each call: users travel. */
  #timeZone(): string {
    return this.#options.timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  }

  async call(name: string, operation: Operation, given: NamedArguments): Promise<unknown> {
    const { path, body, options } = prepareCall(name, operation, given)
    const accept = operation.answer === 'file' ? '*/*' : 'application/json'
    const { service, method } = operation
    const timeZone = operation.countsDays ? this.#timeZone() : undefined
    const request = { operation: name, service, method, path, body, accept, timeZone }
    return this.#withSignal(options, (signal) => {
      const renewal = { used: false }
      return withUserRetries(() => this.#attempt(request, operation, renewal, signal), {
        operation: name,
        repeat: operation.repeat,
        policy: this.#policy,
        clock: this.#exchange.clock,
        random: this.#random,
        signal,
        onRetry: this.#options.onRetry,
      })
    })
  }

  async #withSignal<T>(
    caller: CallOptions | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const { controller, unlink } = linkedController([this.#options.signal, caller?.signal])
    const { signal } = controller
    try {
      throwIfAborted(signal)
      return await work(signal)
    } catch (error) {
      throwIfAborted(signal)
      throw error
    } finally {
      unlink()
    }
  }

  /** One try: request and reading, under a controller of its own that ends with it. */
  async #attempt(
    request: UserRequest,
    operation: Operation,
    renewal: { used: boolean },
    signal: AbortSignal,
  ): Promise<unknown> {
    const { controller, unlink } = linkedController([signal])
    let answer: UserAnswer | undefined
    try {
      answer = await exchange(this.#exchange, request, renewal, controller.signal)
      return await readAnswer(request.operation, operation, answer, this.#onUnexpected)
    } finally {
      answer?.body.cancel()
      unlink()
      controller.abort()
    }
  }
}

function warn({ operation, status, issues }: UnexpectedAnswer): void {
  console.warn(
    `[waraq] The service answered ${status} to ${operation} in an unexpected form: ${issues.join('; ')}`,
  )
}
