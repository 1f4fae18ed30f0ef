import {
  ContentSyncError,
  StandardError,
  WaraqError,
  type ErrorVerdict,
  type LastingErrorCode,
  type PassingErrorCode,
} from '@waraq/contract'
import type { AddressKind } from './options.ts'

/** A refusal, before it is an error. */
export interface Refusal {
  /** Who refused. Default: the service. */
  by?: 'service' | 'proxy'
  status: number
  /** The parsed body; undefined where it was no JSON. */
  body: unknown
  kind: AddressKind
  path: string
  /** Milliseconds since the epoch; undefined without a usable `Retry-After`. */
  retryAt: number | undefined
  /** What must not be seen in an error although the service may quote it. */
  secrets: readonly string[]
}

/** Words of the service that errors carry on: its `type` or `error.code`, or null. */
export function serviceWords(body: unknown): { type: string | null; serviceCode: string | null } {
  const standard = StandardError.safeParse(body)
  const sync = ContentSyncError.safeParse(body)
  return {
    type: standard.success ? word(standard.data.type) : null,
    serviceCode: sync.success ? word(sync.data.error.code) : null,
  }
}

/** What the service says about a filter that it refuses, made fit to be shown; it names the part at fault. */
function filterComplaint(refusal: Refusal): { serviceMessage?: string } {
  const sync = ContentSyncError.safeParse(refusal.body)
  if (!sync.success || sync.data.error.code !== 'invalid_resources') return {}
  let message = sync.data.error.message ?? ''
  for (const secret of refusal.secrets) if (secret !== '') message = message.replaceAll(secret, '[removed]')
  return { serviceMessage: message.slice(0, 200) }
}

/** Anything but a short lower-case word is not a code of the service and might be anything. */
function word(text: string): string | null {
  return /^[a-z][a-z0-9_]{0,63}$/.test(text) ? text : null
}

/** Whether a new token may help: the service calls the one that was sent expired or invalid. */
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

type Verdict = ErrorVerdict & { readonly remedy: string }

const final = (code: LastingErrorCode, remedy: string): Verdict => ({ code, remedy, retryable: false })
const passing = (code: PassingErrorCode, remedy: string): Verdict => ({ code, remedy, retryable: true })

function judge(refusal: Refusal): Verdict {
  const { by, status, body, kind } = refusal
  const { type, serviceCode } = serviceWords(body)
  if (status < 400) return { code: 'invalid_response', remedy: 'Try again later.', retryable: true }
  if (status >= 500) return passing('service_failed', 'Try again later.')
  if (status === 429) return passing('rate_limited', 'Wait, then ask less often.')
  const refusesRight = status === 401 || type === 'invalid_token'
  if (by === 'proxy' && (refusesRight || status === 403))
    return { code: 'proxy_refused', remedy: sessionRemedy, retryable: refusesRight }
  if (refusesRight) {
    const remedy = 'A fresh token was refused too: check the client id and the environment.'
    return { code: 'unauthorized', remedy, retryable: true }
  }
  if (status === 403) return final('forbidden', 'Check the scope and permissions of the client.')
  const told = status === 410 && (kind === 'sync' || kind === 'page') ? 'resync_required' : serviceCode
  if (isSyncCode(told)) return final(told, syncRemedies[told])
  if (status === 404 || status === 410)
    return final('not_found', 'Check the content root, or the address of the proxy.')
  if (status === 408 || status === 425) return passing('service_failed', 'Try again later.')
  return final('invalid_request', 'The request has to change: see the type and serviceCode in the details.')
}

/**
 * The error that an answer other than 200 stands for. The body decides only within the bounds of its status, and a body
 * that is not the service's decides nothing: an answer of some gateway must not pass for "this resource is gone".
 */
export function classify(refusal: Refusal): WaraqError {
  const { remedy, ...verdict } = judge(refusal)
  const { by = 'service', status, path, retryAt } = refusal
  return new WaraqError({
    ...verdict,
    message: `The ${by} answered ${status} (${verdict.code}) to ${path}. ${remedy}`,
    retryAt: verdict.retryable ? retryAt : undefined,
    status,
    details: { path, ...serviceWords(refusal.body), ...filterComplaint(refusal) },
  })
}
