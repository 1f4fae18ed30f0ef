import type { ResourceRef } from '@waraq/contract'
import type { FreshnessOptions } from '@waraq/engine'

/**
 * The messages that cross between page and worker. No logic. Bump the version whenever their meaning changes: a page and a
 * worker of different versions refuse each other instead of misunderstanding. The first message and `open` keep their
 * names in every version, or the refusal itself would not be understood.
 */
export const protocolVersion = 1

/** The one message on the worker's own port. Everything else goes through the port that comes with it, both ways. */
export interface PortMessage {
  readonly type: 'waraq-search:port'
}

/** Options of a search that lives in a worker: plain data only. */
export interface RemoteSearchOptions {
  /** Of the library. Default `waraq`. */
  readonly name?: string | undefined
  /** As the page's own content store has it: what it does not show is not found either. */
  readonly freshness?: FreshnessOptions | undefined
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
  readonly stack?: string
  readonly cause?: WireError
}

export type Reply<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError }

/** The arguments of a remote call; signals and statuses travel beside them. */
export interface RemoteCalls {
  choose: { readonly resources: readonly ResourceRef[] | 'all' }
  search: {
    readonly text: string
    readonly limit?: number | undefined
    readonly offset?: number | undefined
    readonly resources?: readonly ResourceRef[] | undefined
  }
  status: Record<never, never>
  /** Statuses from now on come to the page. */
  watch: Record<never, never>
  unwatch: Record<never, never>
}
export type RemoteMethod = keyof RemoteCalls

/** What the worker answers to `open`. */
export interface Opened {
  /** Name of the Web Lock that the worker holds for as long as it lives; null where it could take none. */
  readonly lifeLock: string | null
}

/** What the worker exposes. Replies are values, never rejections, so that errors cross whole. */
export interface WorkerDoor {
  open(protocol: number, options: RemoteSearchOptions): Promise<Reply<Opened>>
  call<Method extends RemoteMethod>(
    id: number,
    method: Method,
    input: RemoteCalls[Method],
  ): Promise<Reply<unknown>>
  /** Cancels a call. */
  abort(id: number): void
}

/** What the page exposes on the same port. */
export interface PageDoor {
  /** A `SearchStatus`, packed. */
  status(status: unknown): void
}
