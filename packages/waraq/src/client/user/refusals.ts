import type { WaraqError } from '@waraq/protocol'
import { isOutOfSync, StandardError, standardErrorTypeOfStatus } from '@waraq/protocol/user'
import { refusedError, shownMessage, type Verdict } from '../exchange/refused.ts'
import type { Refusal } from '../exchange/request.ts'

const failed: Verdict = { code: 'service_failed', remedy: 'Try again later.', retryable: true }

const signIn = 'Let the user sign in again.'

/** Meaning of each type of the service's standard error for a caller. The details contain the type itself. */
export const verdicts: Readonly<Record<string, Verdict>> = {
  __proto__: null as never,
  gateway_timeout: failed,
  service_unavailable: failed,
  bad_gateway: failed,
  internal_server_error: failed,
  service_error: failed,
  rate_limit_exceeded: { code: 'rate_limited', remedy: 'Wait, then ask less often.', retryable: true },
  unauthorized: { code: 'unauthorized', remedy: signIn, retryable: false },
  invalid_token: { code: 'unauthorized', remedy: signIn, retryable: false },
  forbidden: {
    code: 'forbidden',
    remedy: 'The user may not do this, or the token has not the right; see the type in the details.',
    retryable: false,
  },
  insufficient_scope: {
    code: 'insufficient_scope',
    remedy: "Ask the user for consent to the operation's scope.",
    retryable: false,
  },
  other_account: {
    code: 'other_account',
    remedy:
      'Another account is signed in. Let the right one sign in, or ask about the one that the session names.',
    retryable: false,
  },
  out_of_sync: {
    code: 'out_of_sync',
    remedy: 'The feed has moved since the last pull: pull first, and push on top of what that says.',
    retryable: false,
  },
  not_found: { code: 'not_found', remedy: 'It is not there, or not for this user.', retryable: false },
  invalid_path: { code: 'invalid_path', remedy: 'Check the root of user data.', retryable: false },
  invalid_request: { code: 'invalid_request', remedy: 'The request has to change.', retryable: false },
  unprocessable_entity: {
    code: 'unprocessable_entity',
    remedy: 'The service does not take these values; see what it says in the details.',
    retryable: false,
  },
}

/**
 * Returns the error type of an answer. The body refines the meaning of the status, but cannot contradict it: the body of a
 * gateway in between must not be taken for the service's.
 */
function typeOf(status: number, body: unknown): string {
  if (status === 409 && isOutOfSync(body)) return 'out_of_sync'
  const byStatus = (standardErrorTypeOfStatus as Readonly<Record<number, string>>)[status]
  const parsed = StandardError.safeParse(body)
  const reported = parsed.success && verdicts[parsed.data.type] ? parsed.data.type : undefined
  if (status >= 500)
    return reported && verdicts[reported] === failed ? reported : (byStatus ?? 'service_error')
  if (status === 429 || status === 401) return byStatus!
  const ofRequest = reported !== undefined && verdicts[reported] !== failed
  return ofRequest ? reported : (byStatus ?? 'invalid_request')
}

/** Whether a new token may help. */
export function refusesUser(status: number, body: unknown): boolean {
  return status === 401 || (status < 500 && typeOf(status, body) === 'invalid_token')
}

/** Creates the error of a refusal. `more`: additional details. */
export function refusalError(operation: string, refusal: Refusal, more?: object): WaraqError {
  const { status, body } = refusal
  const type = typeOf(status, body)
  const parsed = StandardError.safeParse(body)
  const serviceMessage = parsed.success ? shownMessage(parsed.data.message, refusal) : null
  const details = { operation, type, serviceMessage, ...more }
  return refusedError('The service', operation, verdicts[type]!, refusal, details, type)
}
