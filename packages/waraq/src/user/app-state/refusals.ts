import type { WaraqError } from '@waraq/protocol'

/**
 * What happens to a write that did not succeed:
 * - `block`: the service does not accept it as it is, so it waits for the person
 * - `again`: it was based on another state than the document has, so it is merged and written again
 * - `stop`: the failure does not concern this write; all of them wait
 */
export type Verdict = 'block' | 'again' | 'stop'

const byWord: Readonly<Record<string, Verdict>> = {
  __proto__: null as never,
  collection_not_allowed: 'block',
  document_too_large: 'block',
  idempotency_key_reused: 'again',
  invalid_collection: 'block',
  invalid_etag: 'again',
  invalid_json: 'block',
  invalid_key: 'block',
  payload_too_large: 'block',
  precondition_failed: 'again',
  precondition_required: 'block',
  quota_exceeded: 'block',
}

/**
 * For refusals without an error code of App State, such as those of a proxy: codes that concern the caller, not what is
 * written.
 */
const aboutTheCaller: readonly string[] = ['insufficient_scope', 'other_account', 'unauthorized']

/** The statuses with which such a proxy refuses one write while it accepts others. */
const ofOneWrite: readonly (number | undefined)[] = [400, 403, 413, 414, 415, 422]

export function verdictOf({ code, status, details }: WaraqError): Verdict {
  const word = details['serviceCode']
  if (typeof word === 'string') return byWord[word] ?? 'stop'
  if (code === 'invalid_argument') return 'block'
  return ofOneWrite.includes(status) && !aboutTheCaller.includes(code) ? 'block' : 'stop'
}
