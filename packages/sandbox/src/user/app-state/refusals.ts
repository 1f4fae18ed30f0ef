import { Refusal } from '../parts/refusal.ts'

/**
 * Codes of App State, each with its status. The codes come from the service's client. Of the statuses only 404, 410 and 412
 * are documented; the others are likely.
 */
const statuses = {
  bootstrap_required: 410,
  collection_not_allowed: 403,
  document_not_found: 404,
  document_too_large: 413,
  idempotency_key_reused: 409,
  invalid_collection: 400,
  invalid_etag: 400,
  invalid_idempotency_key: 400,
  invalid_json: 400,
  invalid_key: 400,
  invalid_precondition: 400,
  invalid_sync_token: 400,
  precondition_failed: 412,
  precondition_required: 428,
  quota_exceeded: 409,
  sync_token_expired: 410,
} as const
export type AppStateCode = keyof typeof statuses

/**
 * Creates a refusal with its code in the field that the service's client reads. If a precondition failed, it contains the
 * current ETag.
 */
export function appStateRefusal(code: AppStateCode, currentETag?: string | null): Refusal {
  const message = `App State refuses this: ${code}.`
  const reported = currentETag === undefined ? {} : { details: { currentETag } }
  const status = statuses[code]
  return new Refusal(status, message, status === 404 ? 'not_found' : 'invalid_request', {
    details: { error: { code, message, ...reported } },
  })
}
