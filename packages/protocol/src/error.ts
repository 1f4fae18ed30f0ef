import type { ErrorCode, LastingErrorCode, PassingErrorCode, VaryingErrorCode } from './error-codes.ts'

interface ErrorData {
  /** The first sentence says what happened, the following ones what to do. Contains no token, secret or header value. */
  readonly message: string
  /** When it makes sense to try again, in milliseconds since the epoch. */
  readonly retryAt?: number | undefined
  /** HTTP status that led to the error, if one did. */
  readonly status?: number | undefined
  /** Plain data for the program that handles the error; must survive structured cloning. */
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly cause?: unknown
}

/** A code, and whether the same call may succeed later although nothing changed. The lists of codes say which are retryable. */
export type ErrorVerdict =
  | { readonly code: PassingErrorCode; readonly retryable: true }
  | { readonly code: LastingErrorCode; readonly retryable?: false }
  | { readonly code: VaryingErrorCode; readonly retryable: boolean }

export type WaraqErrorOptions = ErrorData & ErrorVerdict

/**
 * The one error family of Waraq: every error that leaves a public function is a `WaraqError`. It has a stable `code` to branch
 * on, a message that ends with what to do, `retryable` (whether trying again can help), and the data needed to handle the
 * error.
 */
export class WaraqError extends Error {
  override name = 'WaraqError'
  readonly code: ErrorCode
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

  /**
   * Returns the form that `JSON.stringify` writes. It includes message and cause, which `JSON.stringify` omits for other
   * errors, but not the stack.
   */
  toJSON(): object {
    const { message, cause } = this
    return {
      ...this,
      message,
      ...(cause === undefined ? {} : { cause: isWaraqError(cause) ? cause : String(cause) }),
    }
  }
}

/**
 * Restores an error from plain data that was stored, or sent by a page or worker of another version. A code that this version
 * does not know is kept.
 */
export function restoredError(
  data: ErrorData & { readonly code: string; readonly retryable?: boolean | undefined },
): WaraqError {
  return new WaraqError(data as WaraqErrorOptions)
}

/** `instanceof Error` is not enough: it fails for errors of another realm, such as a frame, a port or a sandboxed script. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}

/**
 * Recognises a `WaraqError` by `code` and `retryable`, even if it was created by another copy of this module or rebuilt behind
 * a port.
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

/** Whether `value` is the error of cancelled work, of any realm or API. */
export function isAbort(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (('name' in value && value.name === 'AbortError') || ('code' in value && value.code === 'aborted'))
  )
}
