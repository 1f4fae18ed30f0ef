/**
 * The one error family of Waraq. Every error that leaves a public function is a `WaraqError`: a stable `code` to branch
 * on, a message that ends with what to do, whether trying again can help, and the data that the reader of the error
 * needs. Messages never hold tokens, secrets or header values.
 */
export interface WaraqErrorOptions {
  readonly code: string
  readonly message: string
  /** Whether the same call may succeed later without anybody changing anything. */
  readonly retryable?: boolean
  /** When it makes sense to try again, in milliseconds since the epoch. */
  readonly retryAt?: number | undefined
  /** HTTP status that led to the error, if one did. */
  readonly status?: number | undefined
  /** Plain data for the program that handles the error; must survive structured cloning. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly cause?: unknown
}

export class WaraqError extends Error {
  override name = 'WaraqError'
  readonly code: string
  readonly retryable: boolean
  readonly retryAt: number | undefined
  readonly status: number | undefined
  readonly details: Readonly<Record<string, unknown>>

  constructor(options: WaraqErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.retryable = options.retryable ?? false
    this.retryAt = options.retryAt
    this.status = options.status
    this.details = options.details ?? {}
  }

  /** What `JSON.stringify` writes: of an error it would leave out the message and the cause. The stack stays out. */
  toJSON(): object {
    const { message, cause } = this
    return {
      ...this,
      message,
      ...(cause === undefined ? {} : { cause: isWaraqError(cause) ? cause : String(cause) }),
    }
  }
}

/** `instanceof Error` alone fails for errors of another realm: a frame, a port, a sandboxed script. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}

/**
 * Recognises a `WaraqError`, by `code` and `retryable`, also when it was made by another copy of this module or rebuilt
 * behind a port.
 */
export function isWaraqError(value: unknown): value is WaraqError {
  return (
    isError(value) &&
    'code' in value &&
    typeof value.code === 'string' &&
    'retryable' in value &&
    typeof value.retryable === 'boolean'
  )
}

/** True where `value` says that somebody cancelled the work, whichever realm or API made it. */
export function isAbort(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (('name' in value && value.name === 'AbortError') || ('code' in value && value.code === 'aborted'))
  )
}
