import type { Clock } from '@waraq/client'
import { WaraqError } from '@waraq/contract'
import type { Locks } from '../platform/locks.ts'
import type { LinkShape, Protocol } from './protocol.ts'

/** Where the worker comes from. Only a function can give another one after the first was lost. */
export type WorkerSource = Worker | (() => Worker)

/** How long a worker may keep its page waiting. The same for every kind of worker. */
export interface Deadlines {
  /** Milliseconds within which a worker has to answer the first message. Default 10,000. */
  readonly handshakeMs?: number | undefined
  /**
   * Milliseconds within which the worker has to reply to a call that it was given; then the call rejects with `timeout`.
   * Calls that may take long have none. Default 30,000.
   */
  readonly callMs?: number | undefined
  /**
   * Milliseconds between questions whether the worker still answers, asked while calls are in flight. After twice as long
   * without an answer it counts as hung, and is terminated. Default 10,000. Infinity: never asked.
   */
  readonly pingMs?: number | undefined
}

/** What the page's side uses of its surroundings. */
export interface LinkParts {
  readonly clock: Clock
  readonly locks: Locks | undefined
  /** Tells when the page comes back from the browser's back/forward cache. Returns what ends that. */
  readonly onReturn: (listener: () => void) => () => void
}

export interface LinkSettings<S extends LinkShape> extends LinkParts {
  /** The worker is started with the first call or watch. Default false: at once. */
  readonly lazy?: boolean | undefined
  readonly protocol: Protocol<S>
  readonly options: S['options']
  readonly handshakeMs: number
  readonly callMs: number
  readonly pingMs: number
  /** Answers what the worker asks of the page. */
  readonly answer?: ((question: S['question']) => Promise<S['answer']>) | undefined
}

const defaults = { handshakeMs: 10_000, callMs: 30_000, pingMs: 10_000 }

/** @throws {WaraqError} the protocol's `refused`, for what is no length of time */
export function resolveDeadlines(given: Deadlines, code: Protocol<LinkShape>['refused']): typeof defaults {
  const resolved = { ...defaults }
  for (const option of Object.keys(defaults) as (keyof Deadlines)[]) {
    const ms = given[option] ?? defaults[option]
    const message = `The option ${option} is ${ms}; give a number of milliseconds above 0.`
    if (!(ms > 0)) throw new WaraqError({ code, message, details: { option } })
    resolved[option] = ms
  }
  return resolved
}
