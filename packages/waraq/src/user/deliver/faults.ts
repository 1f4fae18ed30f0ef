import { isAbort, isWaraqError, type WaraqError } from '@waraq/protocol'

/** The meaning of an error of the service for delivery. */
export type Fault =
  /** No try of this account can succeed now. The pending change counts as not sent. */
  | 'pause'
  /** Not allowed for this kind of data. Other kinds continue. */
  | 'not_allowed'
  /** The request may have taken effect. */
  | 'unsure'
  | 'refused'

/**
 * With status 409 only the body shows whether it concerns the account, the head or the pending change. A gateway may have cut
 * the body.
 */
const conflict = 409

export function faultOf({ code, retryable, status }: WaraqError): Fault {
  switch (code) {
    case 'rate_limited':
    case 'token_unavailable':
    case 'unauthorized':
    case 'other_account':
      return 'pause'
    case 'insufficient_scope':
    case 'scope_not_approved':
      return 'not_allowed'
    case 'outcome_unknown':
      return 'unsure'
    case 'invalid_request':
      return status === conflict ? 'unsure' : 'refused'
    default:
      return retryable ? 'unsure' : 'refused'
  }
}

const storageCodes: readonly string[] = [
  'quota_exceeded',
  'storage_failed',
  'storage_lost',
  'writer_superseded',
]

/** Returns an error of a request. @throws anything else: an abort, or an error of storage */
export function requestError(error: unknown): WaraqError {
  if (isAbort(error) || !isWaraqError(error) || storageCodes.includes(error.code)) throw error
  return error
}
