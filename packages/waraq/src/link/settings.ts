import type { Clock } from '../client/clock.ts'
import { WaraqError } from '@waraq/protocol'
import type { Locks } from '../platform/locks/locks.ts'
import type { LinkShape, Protocol } from './protocol.ts'

/** The worker, or a function that creates it. Only a function can create another worker after a loss. */
export type WorkerSource = Worker | (() => Worker)

/** Deadlines of a worker's answers, the same for every kind of worker. */
export interface Deadlines {
  /** Milliseconds within which a worker has to answer the first message. Default 10,000. */
  readonly handshakeMs?: number | undefined
  /**
   * Milliseconds within which the worker has to reply to a call; after that the call rejects with `timeout`. Calls that may
   * take long have no deadline. Default 30,000.
   */
  readonly callMs?: number | undefined
  /**
   * Milliseconds between pings, which the page sends while calls are in flight. A worker without an answer for twice as long
   * counts as hung and is terminated. Default 10,000. Infinity: no pings.
   */
  readonly pingMs?: number | undefined
}

/** Platform dependencies of the page's side. */
export interface LinkDependencies {
  readonly clock: Clock
  readonly locks: Locks | undefined
  /**
   * Calls the listener when the page returns from the back/forward cache, or when the network is back. Returns a function
   * that removes the listener.
   */
  readonly onReturn: (listener: () => void) => () => void
  /** Whether the device reports that it has no network. Default: false. */
  readonly isOffline?: (() => boolean) | undefined
}

export interface LinkSettings<S extends LinkShape> extends LinkDependencies {
  /** Starts the worker with the first call or watch. Default false: immediately. */
  readonly lazy?: boolean | undefined
  readonly protocol: Protocol<S>
  readonly options: S['options']
  readonly handshakeMs: number
  readonly callMs: number
  readonly pingMs: number
  /** Answers the worker's questions to the page. */
  readonly answer?: ((question: S['question']) => Promise<S['answer']>) | undefined
}

const defaults = { handshakeMs: 10_000, callMs: 30_000, pingMs: 10_000 }

/** @throws {WaraqError} the protocol's `refused`, if a deadline is not a number of milliseconds above 0 */
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
