import type { WaraqError } from '@waraq/protocol'
import { lasting, refusedError, verdictOfStatus } from '../exchange/refused.ts'
import type { Refusal } from '../exchange/request.ts'

const check = 'Check the address, and that it needs no session.'
const remedies = { forbidden: check, not_found: check, invalid_request: check }

/**
 * An opaque answer that a service worker passed on: without CORS headers a page may not read it. It has no status, and its
 * content is unknown.
 */
const opaque = lasting(
  'forbidden',
  'Its answer may not be read: let the host send Access-Control-Allow-Origin, and no service worker ask it with the mode no-cors.',
)

/** Returns the error for an answer other than 200. Its body is ignored: the host need not be the service. */
export function refusedFile(path: string, refusal: Refusal): WaraqError {
  const verdict = refusal.status === 0 ? opaque : verdictOfStatus(refusal.status, remedies)
  return refusedError('The host of a file', path, verdict, refusal, { path })
}
