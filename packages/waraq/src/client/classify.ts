import { ContentSyncError, StandardError, type LastingErrorCode, type WaraqError } from '@waraq/protocol'
import { lasting, refusedError, shownMessage, verdictOfStatus, type Verdict } from './exchange/refused.ts'
import type { Refusal } from './exchange/request.ts'
import { proxyCheck } from './failures.ts'
import type { AddressKind } from './options.ts'

/** The source of a refusal of content. */
export interface RefusedContent {
  /** The server that refused. */
  readonly by: 'service' | 'proxy'
  readonly kind: AddressKind
  readonly path: string
  /** The complete address, without its query. */
  readonly shown: string
}

/** The service's own codes for a refusal, for the details of errors: its `type` and `error.code`, or null. */
function serviceWords(body: unknown): { type: string | null; serviceCode: string | null } {
  const standard = StandardError.safeParse(body)
  const sync = ContentSyncError.safeParse(body)
  return {
    type: standard.success ? word(standard.data.type) : null,
    serviceCode: sync.success ? word(sync.data.error.code) : null,
  }
}

/** The service's message about a filter that it refuses, without secrets. It names the invalid part. */
function filterComplaint(refusal: Refusal): { serviceMessage?: string } {
  const sync = ContentSyncError.safeParse(refusal.body)
  if (!sync.success || sync.data.error.code !== 'invalid_resources') return {}
  return { serviceMessage: shownMessage(sync.data.error.message ?? '', refusal) }
}

/** Only a short lower-case word is a code of the service; other text might be a secret. */
function word(text: string): string | null {
  return /^[a-z][a-z0-9_]{0,63}$/.test(text) ? text : null
}

/** Whether a new token may help: the service reports that the token is expired or invalid. */
export function refusesToken(status: number, body: unknown): boolean {
  return status === 401 || (status < 500 && serviceWords(body).type === 'invalid_token')
}

/** Whether the status determines the meaning of the answer, without the body. */
export function statusSaysAll(status: number): boolean {
  return status < 400 || status >= 500 || [401, 403, 410, 429].includes(status)
}

/** Codes of the service that become error codes with the same name, and their remedies. */
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

/** A proxy has its own tokens, so it is the caller that it refuses. */
const sessionRemedy =
  'Sign in to the application again, or check which origins, cookies and headers its proxy admits.'

/** Remedies of lasting refusals if only the status is known. */
const remedies = {
  forbidden: 'Check the scope and permissions of the client.',
  not_found: 'Check the content root.',
  invalid_request: 'The request has to change: see the type and serviceCode in the details.',
}

const proxyRemedies = { ...remedies, not_found: `Check ${proxyCheck}.` }

function judge({ by, kind }: RefusedContent, { status, body }: Refusal): Verdict {
  const ofStatus = verdictOfStatus(status, by === 'proxy' ? proxyRemedies : remedies)
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
 * Returns the error for an answer other than 200. The body refines the meaning of the status, but cannot contradict it. A
 * body that is not from the service is ignored: the answer of a gateway must not be taken for "this resource is gone".
 */
export function classify(refused: RefusedContent, refusal: Refusal): WaraqError {
  const { by, path, shown } = refused
  const details = { path, ...serviceWords(refusal.body), ...filterComplaint(refusal) }
  const verdict = judge(refused, refusal)
  // The path of an endpoint shows what is wrong with it.
  const name = by === 'proxy' && verdict.code === 'not_found' ? shown : path
  return refusedError(`The ${by}`, name, verdict, refusal, details)
}
