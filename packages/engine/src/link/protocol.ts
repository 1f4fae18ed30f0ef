import type { WaraqError } from '@waraq/contract'

/**
 * What crosses between a page and its worker. No logic. `open` keeps its name and its first argument in every version, or
 * the refusal of another version would not be understood.
 */

/** What one kind of worker is asked and tells, as types. All of it is plain data, but for the errors in it. */
export interface LinkShape {
  /** Given once, when a page opens the worker. */
  readonly options: unknown
  /** What can be called: `name(...args): Promise<answer>`. */
  readonly methods: object
  /** Told by calls that are under way. */
  readonly progress: unknown
  /** Told to pages that watch. */
  readonly status: object
  /** Asked by the worker of the page. */
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

/** In which ways a method differs from others. */
export interface MethodTraits {
  /** It may take long, so it has no deadline: pings tell whether there is still hope. */
  readonly patient?: true
  /** Its answer is rows: it crosses as it is, since there are no errors in it to be kept whole. */
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
  /** What its file imports, for remedies. */
  readonly door: string
  /** Code of the error for what a caller gave that cannot be. */
  readonly refused: 'invalid_option' | 'invalid_argument'
  /** What calls end with once the connection was closed. */
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

export type Reply =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: WireError }

/** What the worker answers to `open`. */
export interface Opened {
  /** Name of the Web Lock that the worker holds for as long as it lives; null where it could take none. */
  readonly lifeLock: string | null
}

/** What the worker exposes. Replies are values, never rejections, so that errors cross whole. */
export interface WorkerDoor {
  /**
   * Begins a session on `port`. Everything else goes through it, in both directions: so a reply never overtakes the
   * progress before it, no call needs a port of its own, and closing one port ends all of it.
   */
  open(version: number, options: unknown, port: MessagePort): Promise<Reply>
}

/** What the worker exposes on the session's port. */
export interface SessionDoor {
  /** `progress` tells whether the page wants to hear of it. */
  call(id: number, method: string, args: readonly unknown[], progress: boolean): Promise<Reply>
  /** Cancels a call; it then replies with the error of cancelled work. */
  abort(id: number): void
  /** Statuses from now on come to the page under this number. */
  watch(watch: number): Promise<Reply>
  unwatch(watch: number): Promise<Reply>
  /** Any answer will do: it shows that the worker's loop goes round. */
  ping(): null
  close(): Promise<Reply>
}

/** What the page exposes on the session's port. */
export interface PageDoor {
  progress(call: number, progress: unknown): void
  /** A status, packed. */
  status(watch: number, status: unknown): void
  /** Why a watch is told no status at present. */
  problem(watch: number, problem: WireError): void
  ask(question: unknown): Promise<unknown>
}
