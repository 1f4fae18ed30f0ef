import type { WaraqError } from '@waraq/protocol'
import type { Body } from '../body.ts'
import type { RetryNotice } from '../options.ts'

/** The right that one request carries. */
export interface Right {
  readonly headers: Readonly<Record<string, string>>
  readonly credentials: RequestCredentials
  /** Texts that no error may show, although the answer may quote them. */
  readonly secrets: readonly string[]
  /** A newer right; undefined where that would not help against the refusal. */
  renewed(status: number, body: unknown, signal: AbortSignal): Promise<Right> | undefined
}

/** A refusal, before it is an error. */
export interface Refusal {
  readonly status: number
  /** The parsed body; undefined where it was no JSON, or was not read. */
  readonly body: unknown
  /** Milliseconds since the epoch; undefined without a usable `Retry-After`. */
  readonly retryAt: number | undefined
  /** Texts that no error may show, although the service may quote them. */
  readonly secrets: readonly string[]
}

/** One request as a client describes it. Clients differ in this alone. */
export interface OutgoingRequest {
  /** How errors name it: without a query, which may hold a token. */
  readonly name: string
  readonly url: string
  /** Only the server itself may answer: an answer that a service worker or a cache has kept is of no use. */
  readonly fresh?: boolean
  /** Where it goes, as far as errors may show it. Default: `name`. */
  readonly shown?: string
  /** Default: GET. */
  readonly method?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  right(signal: AbortSignal): Promise<Right>
  /** Whether an answer of this status is to be read; all others are refusals. */
  isAnswer(status: number): boolean
  /** An answer of more bytes is given up, with the error of `tooLong`. Default: `invalid_response`. */
  readonly mostBytes: number
  readonly tooLong?: (() => WaraqError) | undefined
  /** The body of a refusal: parsed JSON, or undefined. Rejects where a body that is needed was lost. */
  readRefusal(refusal: Answer): Promise<unknown>
  /** Tries in all where the answer's body broke. Default: as many as of any other request. */
  readonly brokenAttempts?: number | undefined
  /** The error that a refusal stands for. */
  refused(refusal: Refusal): WaraqError
  /** Makes the error to throw instead of trying again, where a repeat would not be safe. */
  readonly instead?: (error: unknown) => unknown
  readonly onRetry?: ((notice: Omit<RetryNotice, 'address'>) => void) | undefined
  /** Called in the same task as `fetch`, right before it. What it throws ends the try before it begins. */
  readonly beforeSend?: (() => void) | undefined
  /** Called with each answer, refusals too, before its body is read. */
  readonly onAnswer?: ((answer: Answer) => void) | undefined
}

/** An answer that is to be read, its body unread. */
export interface Answer {
  readonly body: Body
  readonly status: number
  readonly headers: Pick<Headers, 'get'>
  readonly contentType: string | null
  /** The service's clock when it answered, in milliseconds since the epoch; null where it did not say. */
  readonly serverTime: number | null
}
