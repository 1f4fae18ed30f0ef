import { systemClock, type Clock } from '../clock.ts'
import type { Timeouts } from '../options.ts'
import { defaultRetryPolicy, type RetryPolicy } from '../retry-policy.ts'
import { uniqueAddresses, type UniqueAddresses } from './unique-address.ts'

/** Settings that all requests of a client share. */
export interface Transport {
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number
  readonly policy: RetryPolicy
  /** Milliseconds each, as in `Timeouts`. */
  readonly timeouts: Required<Timeouts>
  /** Ends every call. */
  readonly signal: AbortSignal | undefined
  /** Makes addresses unique if a cache may stand in between; see `uniqueAddresses`. */
  readonly unique: UniqueAddresses
}

export interface TransportOptions {
  readonly fetch?: typeof fetch | undefined
  readonly clock?: Clock | undefined
  readonly random?: (() => number) | undefined
  readonly retry?: Partial<RetryPolicy> | undefined
  readonly timeouts?: Timeouts | undefined
  readonly signal?: AbortSignal | undefined
  /** Whether a service worker of the site may answer requests. Default: true in a page and in its workers. */
  readonly isIntercepted?: boolean | undefined
}

/** Returns the options of a client with defaults filled in. `totalMs`: the client's default timeout for a complete body. */
export function transportOf(options: TransportOptions, totalMs: number): Transport {
  // A wrapper, because as a property `fetch` would be called with the wrong `this`, which browsers refuse.
  const send = options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init))
  const { timeouts } = options
  return {
    fetch: (input, init) => send(input, init),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    policy: { ...defaultRetryPolicy, ...options.retry },
    timeouts: {
      headersMs: timeouts?.headersMs ?? 30_000,
      idleMs: timeouts?.idleMs ?? 30_000,
      totalMs: timeouts?.totalMs ?? totalMs,
    },
    signal: options.signal,
    unique: uniqueAddresses(options.isIntercepted),
  }
}
