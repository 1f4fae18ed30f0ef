import type { WaraqError } from '@waraq/protocol'

/**
 * The messages between a page and its worker. No logic. `open` keeps its name and its first argument in every version, so
 * that different versions understand each other's refusal.
 */

/** The messages of one kind of worker, as types. All are plain data, except for the errors in them. */
export interface LinkShape {
  /** Sent once, when a page opens the worker. */
  readonly options: unknown
  /** The methods that can be called: `name(...args): Promise<answer>`. */
  readonly methods: object
  /** Sent to the page by calls in flight. */
  readonly progress: unknown
  /** Sent to pages that watch. */
  readonly status: object
  /** Questions of the worker to the page. */
  readonly question: unknown
  readonly answer: unknown
}

export type Method<S extends LinkShape> = keyof S['methods'] & string
export type Arguments<S extends LinkShape, M extends Method<S>> = S['methods'][M] extends (
  ...args: infer Given extends readonly unknown[]
) => unknown
  ? Given
  : never
export type Answer<S extends LinkShape, M extends Method<S>> = S['methods'][M] extends (
  ...args: never
) => Promise<infer Answered>
  ? Answered
  : never

/** Traits of a method. */
export interface MethodTraits {
  /** The method may take long, so its calls have no deadline; pings detect whether the worker still runs. */
  readonly noDeadline?: true
  /** The method returns rows. Rows contain no errors, so they are sent as they are, without being packed. */
  readonly rows?: true
  /** Index of the argument that may contain `signal` and `onProgress`, which are sent as separate messages. */
  readonly options?: number
}

/** A method whose last argument may contain a signal has to name its index in `options`; another method must not. */
type OptionsAt<Args extends readonly unknown[]> =
  Required<Args> extends readonly [...infer Before, infer Last]
    ? 'signal' extends keyof Last
      ? { readonly options: Before['length'] }
      : { readonly options?: never }
    : { readonly options?: never }

/** Protocol of one kind of worker: the only thing that page and worker have to agree on. */
export interface Protocol<S extends LinkShape> {
  /** Bump it whenever the meaning of messages changes: a page and a worker of different versions refuse each other. */
  readonly version: number
  readonly methods: { readonly [M in Method<S>]: MethodTraits & OptionsAt<Arguments<S, M>> }
  /** Prefix of the names of its life locks. */
  readonly lifeLocks: string
  /** The module that the worker's file imports, for remedies. */
  readonly connection: string
  /** Error code for values of a caller that cannot be used. */
  readonly refused: 'invalid_option' | 'invalid_argument'
  /** The error of calls after the connection was closed. */
  readonly closed: () => WaraqError
}

/** Parts of an argument that cannot be copied. */
export interface Extras<S extends LinkShape> {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: S['progress']) => void) | undefined
}

/** Answers calls: a worker across its port, or the callee that the worker serves. */
export interface Callee<S extends LinkShape> {
  call<M extends Method<S>>(method: M, args: Arguments<S, M>): Promise<Answer<S, M>>
  /**
   * Calls `status` with the status now and whenever it changes, and `problem` with the reason if there is no status. Returns
   * a function that ends the watch.
   */
  watch(status: (status: S['status']) => void, problem: (problem: WaraqError) => void): () => void
  close(): Promise<void>
}

/** An error in the form in which it is sent through the port: structured cloning would drop its class, code and cause. */
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

export type Reply =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: WireError }

/** The worker's answer to `open`. */
export interface Opened {
  /** Name of the Web Lock that the worker holds for as long as it lives. Null if it could not acquire one. */
  readonly lifeLock: string | null
}

/** Interface that the worker exposes. Replies are values, never rejections, so that errors stay complete. */
export interface WorkerConnection {
  /**
   * Starts a session on `port`. All further messages use this port, in both directions. So a reply never overtakes the
   * progress before it, no call needs its own port, and closing the port ends the session.
   */
  open(version: number, options: unknown, port: MessagePort): Promise<Reply>
}

/** Interface that the worker exposes on the session's port. */
export interface SessionConnection {
  /** `progress`: whether the page listens to progress. */
  call(id: number, method: string, args: readonly unknown[], progress: boolean): Promise<Reply>
  /** Cancels a call; it then replies with the error of cancelled work. */
  abort(id: number): void
  /** From now on, statuses are sent to the page under this number. */
  watch(watch: number): Promise<Reply>
  unwatch(watch: number): Promise<Reply>
  /** An answer of any kind shows that the worker's event loop runs. */
  ping(): null
  close(): Promise<Reply>
}

/** Interface that the page exposes on the session's port. */
export interface PageConnection {
  progress(call: number, progress: unknown): void
  /** A status, packed. */
  status(watch: number, status: unknown): void
  /** Reason why a watch currently gets no status. */
  problem(watch: number, problem: WireError): void
  ask(question: unknown): Promise<unknown>
}
