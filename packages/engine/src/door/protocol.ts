import type { ResourceRef } from '@waraq/contract'
import type { RetryPolicy } from '@waraq/client'
import type { SyncProgress } from '../run/report.ts'

/**
 * The messages that cross between page and worker. No logic. Bump the version whenever their meaning changes: a page and
 * a worker of different versions refuse each other instead of misunderstanding.
 */
export const protocolVersion = 1

/** Options of an engine that lives in a worker: plain data only. */
export interface RemoteEngineOptions {
  readonly contentRoot: string
  /** Address of the token relay. The worker asks it for tokens; they never reach the page. */
  readonly relay: string
  readonly name?: string
  readonly perPage?: number
  readonly snapshotConcurrency?: number
  readonly retry?: Partial<RetryPolicy>
}

/** An error as it crosses: structured cloning would drop its class, code and cause. */
export interface WireError {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly retryable?: boolean
  readonly retryAt?: number
  readonly status?: number
  readonly details?: Readonly<Record<string, unknown>>
  readonly part?: string
  readonly stack?: string
  readonly cause?: WireError
}

export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError }

/** The arguments of a remote call; signals and callbacks travel beside them. */
export interface RemoteCalls {
  subscribe: { readonly filter: string }
  unsubscribe: { readonly filter: string }
  sync: {
    readonly filters?: readonly string[]
    readonly budget?: { readonly ms?: number; readonly pages?: number }
  }
  status: Record<never, never>
  resync: { readonly filter: string; readonly budget?: { readonly ms?: number; readonly pages?: number } }
  verify: { readonly ref: ResourceRef }
  close: Record<never, never>
}
export type RemoteMethod = keyof RemoteCalls

/** What the worker exposes. Replies are values, never rejections, so that errors cross whole. */
export interface EngineDoor {
  open(protocol: number, options: RemoteEngineOptions): Promise<Reply<null>>
  call<Method extends RemoteMethod>(
    id: number,
    method: Method,
    input: RemoteCalls[Method],
    onProgress?: (progress: SyncProgress) => void,
  ): Promise<Reply<unknown>>
  /** Cancels a call; it then replies with the error of cancelled work. */
  abort(id: number): void
}
