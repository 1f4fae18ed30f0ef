import { WaraqError, type ErrorVerdict, type LastingErrorCode } from '@waraq/protocol'
import type { Refusal } from './request.ts'

/** Meaning of a refusal for the caller: a code, whether a repeat may help, and a remedy. */
export type Verdict = ErrorVerdict & { readonly remedy: string }

export const lasting = (code: LastingErrorCode, remedy: string): Verdict => ({ code, remedy })

const later = 'Try again later.'

/** Meaning of a status without a body. `remedies` are for lasting refusals. */
export function verdictOfStatus(
  status: number,
  remedies: Readonly<Record<'forbidden' | 'not_found' | 'invalid_request', string>>,
): Verdict {
  if (status < 400) return { code: 'invalid_response', remedy: later, retryable: true }
  if (status === 429) return { code: 'rate_limited', remedy: 'Wait, then ask less often.', retryable: true }
  if (status >= 500 || status === 408 || status === 425)
    return { code: 'service_failed', remedy: later, retryable: true }
  const code =
    status === 401 || status === 403
      ? 'forbidden'
      : status === 404 || status === 410
        ? 'not_found'
        : 'invalid_request'
  return lasting(code, remedies[code])
}

/**
 * Creates the error of a refusal. `by`: the server that refused. `word`: its code for the refusal, if it differs from the
 * error code. Only a retryable refusal has a `retryAt`.
 */
export function refusedError(
  by: string,
  name: string,
  { remedy, ...verdict }: Verdict,
  { status, retryAt }: Refusal,
  details: Record<string, unknown>,
  word: string = verdict.code,
): WaraqError {
  return new WaraqError({
    ...verdict,
    message: `${by} answered ${status} (${word}) to ${name}. ${remedy}`,
    retryAt: verdict.retryable ? retryAt : undefined,
    status,
    details,
  })
}

/** The service's message about a refusal, without secrets and at most 200 characters long. */
export function shownMessage(message: string, { secrets }: Refusal): string {
  let shown = message
  for (const secret of secrets) if (secret !== '') shown = shown.replaceAll(secret, '[removed]')
  return shown.slice(0, 200)
}
