import type { WaraqError } from '@waraq/protocol'

/**
 * What becomes of a write that did not succeed:
 * - `hold`: the service will not take it as it is, so it waits for the person
 * - `again`: it was about another state than the document has, so it is merged and written anew
 * - `stop`: this is not about the write; all of them wait
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

/** Of refusals without a word of App State, as a proxy makes them: codes that are about who asks, not about what is written. */
const aboutTheCaller: readonly string[] = ['insufficient_scope', 'other_account', 'unauthorized']

/** Such a proxy refuses one write with these while it takes others. */
const ofOneWrite: readonly (number | undefined)[] = [400, 403, 413, 414, 415, 422]

export function verdictOf({ code, status, details }: WaraqError): Verdict {
  const word = details['serviceCode']
  if (typeof word === 'string') return byWord[word] ?? 'stop'
  if (code === 'invalid_argument') return 'block'
  return ofOneWrite.includes(status) && !aboutTheCaller.includes(code) ? 'block' : 'stop'
}
