import type { WaraqError } from '@waraq/protocol'

/**
 * The messages between a page and its worker. No logic. `open` keeps its name and its first argument in every version, so
 * that another version understands the refusal.
 */

/** The messages of one kind of worker, as types. All are plain data, except for the errors in them. */
export interface LinkShape {
  /** Given once, when a page opens the worker. */
  readonly options: unknown
  /** What can be called: `name(...args): Promise<answer>`. */
  readonly methods: object
  /** Sent to the page by calls that are under way. */
  readonly progress: unknown
  /** Sent to pages that watch. */
  readonly status: object
  /** What the worker asks the page. */
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
  /** The method may take long, so its calls have no deadline; pings tell whether the worker still lives. */
  readonly noDeadline?: true
  /** The method answers with rows. They hold no errors, so they cross as they are, unpacked. */
  readonly rows?: true
  /** Place of the argument that may hold `signal` and `onProgress`, which cross as messages of their own. */
  readonly options?: number
}

/** A method whose last argument may hold a signal has to say which that is; another one must not. */
type OptionsAt<Args extends readonly unknown[]> =
  Required<Args> extends readonly [...infer Before, infer Last]
    ? 'signal' extends keyof Last
      ? { readonly options: Before['length'] }
      : { readonly options?: never }
    : { readonly options?: never }

/** One kind of worker: the one thing that page and worker have to agree on. */
export interface Protocol<S extends LinkShape> {
  /** Bump it whenever the meaning of messages changes: a page and a worker of different versions refuse each other. */
  readonly version: number
  readonly methods: { readonly [M in Method<S>]: MethodTraits & OptionsAt<Arguments<S, M>> }
  /** What the names of its life locks begin with. */
  readonly lifeLocks: string
  /** The module that the worker's file imports, for remedies. */
  readonly connection: string
  /** Code of the error for values of a caller that cannot be used. */
  readonly refused: 'invalid_option' | 'invalid_argument'
  /** The error of calls after the connection was closed. */
  readonly closed: () => WaraqError
}

/** What an argument may hold that cannot be copied. */
export interface Extras<S extends LinkShape> {
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: S['progress']) => void) | undefined
}

/** What answers calls: a worker across its port, or what is served there. */
export interface Callee<S extends LinkShape> {
  call<M extends Method<S>>(method: M, args: Arguments<S, M>): Promise<Answer<S, M>>
  /** Tells the status now and whenever it changes, and why there is none. Returns what ends it. */
  watch(status: (status: S['status']) => void, problem: (problem: WaraqError) => void): () => void
  close(): Promise<void>
}

/** An error as it crosses the port: structured cloning would drop its class, code and cause. */
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

/** What the worker answers to `open`. */
export interface Opened {
  /** Name of the Web Lock that the worker holds for as long as it lives. Null where it could take none. */
  readonly lifeLock: string | null
}

/** What the worker exposes. Replies are values, never rejections, so that errors cross whole. */
export interface WorkerConnection {
  /**
   * Begins a session on `port`. All further messages go through this port, in both directions: so a reply never overtakes
   * the progress before it, no call needs a port of its own, and closing the port ends the session.
   */
  open(version: number, options: unknown, port: MessagePort): Promise<Reply>
}

/** What the worker exposes on the session's port. */
export interface SessionConnection {
  /** `progress` tells whether the page wants to hear of it. */
  call(id: number, method: string, args: readonly unknown[], progress: boolean): Promise<Reply>
  /** Cancels a call; it then replies with the error of cancelled work. */
  abort(id: number): void
  /** Statuses from now on come to the page under this number. */
  watch(watch: number): Promise<Reply>
  unwatch(watch: number): Promise<Reply>
  /** An answer of any kind shows that the worker's event loop runs. */
  ping(): null
  close(): Promise<Reply>
}

/** What the page exposes on the session's port. */
export interface PageConnection {
  progress(call: number, progress: unknown): void
  /** A status, packed. */
  status(watch: number, status: unknown): void
  /** Why a watch gets no status at present. */
  problem(watch: number, problem: WireError): void
  ask(question: unknown): Promise<unknown>
}
