import type { WaraqError } from '@waraq/protocol'
import type { Body } from '../body.ts'
import type { RetryNotice } from '../options.ts'

/** The right that one request carries. */
export interface Right {
  readonly headers: Readonly<Record<string, string>>
  readonly credentials: RequestCredentials
  /** Texts that no error may show, although the answer may quote them. */
  readonly secrets: readonly string[]
  /** Requests a newer right. Returns undefined if that would not help against the refusal. */
  renewed(status: number, body: unknown, signal: AbortSignal): Promise<Right> | undefined
}

/** A refusal, before it becomes an error. */
export interface Refusal {
  readonly status: number
  /** The parsed body; undefined if it was not JSON or was not read. */
  readonly body: unknown
  /** Milliseconds since the epoch; undefined without a usable `Retry-After`. */
  readonly retryAt: number | undefined
  /** Texts that no error may show, although the service may quote them. */
  readonly secrets: readonly string[]
}

/** One request as a client describes it. Clients differ only in this. */
export interface OutgoingRequest {
  /** Name of the request in errors: without the query, which may contain a token. */
  readonly name: string
  readonly url: string
  /** Only the server itself may answer: a stored answer of a service worker or a cache is of no use. */
  readonly fresh?: boolean
  /** The part of the address that errors may show. Default: `name`. */
  readonly shown?: string
  /** What to check if no answer comes, or one that is none. Default: the service's address. */
  readonly check?: string | undefined
  /** Default: GET. */
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  right(signal: AbortSignal): Promise<Right>
  /** Whether an answer with this status is read; all others are refusals. */
  isAnswer(status: number): boolean
  /** Longer answers fail with the error of `tooLong`. Default: `invalid_response`. */
  readonly mostBytes: number
  readonly tooLong?: (() => WaraqError) | undefined
  /** Reads the body of a refusal: parsed JSON, or undefined. Rejects if a body that is needed was lost. */
  readRefusal(refusal: Answer): Promise<unknown>
  /** Number of tries if the body of the answer broke off. Default: as for any other failure. */
  readonly brokenAttempts?: number | undefined
  /** Creates the error of a refusal. */
  refused(refusal: Refusal): WaraqError
  /** Returns the error to throw instead of trying again, if a repeat would not be safe. */
  readonly instead?: (error: unknown) => unknown
  readonly onRetry?: ((notice: Omit<RetryNotice, 'address'>) => void) | undefined
  /** Called in the same task as `fetch`, right before it. If it throws, the try ends before anything is sent. */
  readonly beforeSend?: (() => void) | undefined
  /** Called with each answer, refusals too, before its body is read. */
  readonly onAnswer?: ((answer: Answer) => void) | undefined
}

/** An answer whose body has not been read yet. */
export interface Answer {
  readonly body: Body
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  readonly contentType: string | null
  /** The service's clock when it answered, in milliseconds since the epoch; null if it did not report it. */
  readonly serverTime: number | null
}
