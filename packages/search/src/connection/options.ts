import type { Clock } from '@waraq/client'
import type { Locks } from '../door/life-lock.ts'
import type { RemoteSearchOptions } from '../door/protocol.ts'
import { invalidArgument } from '../errors.ts'

/** Makes a worker that imports `@waraq/search/worker`: the first one, and another one after that was lost. */
export type WorkerSource = () => Worker

export interface ConnectSearchOptions extends RemoteSearchOptions {
  /** Milliseconds within which a worker has to answer the first message. Default 10,000. */
  readonly handshakeMs?: number | undefined
  /**
   * Milliseconds within which the worker has to reply to a call; after that it counts as hung and is terminated. Default
   * 30,000.
   */
  readonly callMs?: number | undefined
}

/** What the connection uses of its surroundings. */
export interface ConnectionParts {
  readonly clock: Clock
  readonly locks: Locks | undefined
}

export interface ConnectionSettings extends ConnectionParts {
  readonly remote: RemoteSearchOptions
  readonly handshakeMs: number
  readonly callMs: number
}

function duration(argument: string, ms: number): number {
  if (ms > 0) return ms
  throw invalidArgument(argument, `is ${ms}; give a number of milliseconds above 0`)
}

/** @throws {WaraqError} `invalid_argument` */
export function resolveConnection(
  { name, freshness, handshakeMs = 10_000, callMs = 30_000 }: ConnectSearchOptions,
  parts: ConnectionParts,
): ConnectionSettings {
  return {
    ...parts,
    remote: { name, freshness },
    handshakeMs: duration('handshakeMs', handshakeMs),
    callMs: duration('callMs', callMs),
  }
}
