import { ContentSyncError, StandardError, type LastingErrorCode, type WaraqError } from '@waraq/protocol'
import { lasting, refusedError, shownMessage, verdictOfStatus, type Verdict } from './exchange/refused.ts'
import type { Refusal } from './exchange/request.ts'
import type { AddressKind } from './options.ts'

/** Where a refusal of content comes from. */
export interface RefusedContent {
  /** The server that refused. */
  readonly by: 'service' | 'proxy'
  readonly kind: AddressKind
  readonly path: string
}

/** The service's own words for a refusal, which errors carry in their details: its `type` and `error.code`, or null. */
function serviceWords(body: unknown): { type: string | null; serviceCode: string | null } {
  const standard = StandardError.safeParse(body)
  const sync = ContentSyncError.safeParse(body)
  return {
    type: standard.success ? word(standard.data.type) : null,
    serviceCode: sync.success ? word(sync.data.error.code) : null,
  }
}

/** The service's message about a filter that it refuses, without secrets; it names the part at fault. */
function filterComplaint(refusal: Refusal): { serviceMessage?: string } {
  const sync = ContentSyncError.safeParse(refusal.body)
  if (!sync.success || sync.data.error.code !== 'invalid_resources') return {}
  return { serviceMessage: shownMessage(sync.data.error.message ?? '', refusal) }
}

/** Only a short lower-case word is a code of the service; other text might be a secret. */
function word(text: string): string | null {
  return /^[a-z][a-z0-9_]{0,63}$/.test(text) ? text : null
}

/** Whether a new token may help: the service calls the token that was sent expired or invalid. */
export function refusesToken(status: number, body: unknown): boolean {
  return status === 401 || (status < 500 && serviceWords(body).type === 'invalid_token')
}

/** Whether the answer's meaning does not depend on its body. */
export function statusSaysAll(status: number): boolean {
  return status < 400 || status >= 500 || [401, 403, 410, 429].includes(status)
}

/** Codes of the service that keep their name, with what to do about them. */
const syncRemedies = {
  resync_required: 'Forget the sync token and bootstrap again.',
  invalid_resources: 'Correct the resources filter.',
  token_filter_mismatch: 'The sync token belongs to another filter: forget it and bootstrap again.',
  cursor_filter_mismatch: 'Start the page set again from its first request.',
  cursor_per_page_mismatch: 'Start the page set again from its first request.',
  invalid_per_page: 'Ask for 1 to 100 changes per page.',
  snapshot_not_found: 'The resource is not public at present; look again later.',
} satisfies Partial<Record<LastingErrorCode, string>>

const isSyncCode = (code: string | null): code is keyof typeof syncRemedies =>
  code !== null && Object.hasOwn(syncRemedies, code)

/** A proxy has tokens of its own: what it refuses is the caller. */
const sessionRemedy =
  'Sign in to the application again, or check which origins, cookies and headers its proxy admits.'

/** Remedies of refusals that last, where only the status is known. */
const remedies = {
  forbidden: 'Check the scope and permissions of the client.',
  not_found: 'Check the content root, or the address of the proxy.',
  invalid_request: 'The request has to change: see the type and serviceCode in the details.',
}

function judge({ by, kind }: RefusedContent, { status, body }: Refusal): Verdict {
  const ofStatus = verdictOfStatus(status, remedies)
  if (ofStatus.retryable) return ofStatus
  const { type, serviceCode } = serviceWords(body)
  const refusesRight = status === 401 || type === 'invalid_token'
  if (by === 'proxy' && (refusesRight || status === 403))
    return { code: 'proxy_refused', remedy: sessionRemedy, retryable: refusesRight }
  if (refusesRight) {
    const remedy = 'A fresh token was refused too: check the client id and the environment.'
    return { code: 'unauthorized', remedy, retryable: true }
  }
  if (status === 403) return ofStatus
  if (isSyncCode(serviceCode)) return lasting(serviceCode, syncRemedies[serviceCode])
  const isGone = status === 410 && (kind === 'sync' || kind === 'page')
  return isGone ? lasting('resync_required', syncRemedies.resync_required) : ofStatus
}

/**
 * The error that an answer other than 200 stands for. The body decides only within the bounds of its status, and a body
 * that is not the service's decides nothing: an answer of some gateway must not pass for "this resource is gone".
 */
export function classify(refused: RefusedContent, refusal: Refusal): WaraqError {
  const { by, path } = refused
  const details = { path, ...serviceWords(refusal.body), ...filterComplaint(refusal) }
  return refusedError(`The ${by}`, path, judge(refused, refusal), refusal, details)
}
