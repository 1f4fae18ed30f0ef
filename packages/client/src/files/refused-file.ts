import { WaraqError, type ErrorVerdict } from '@waraq/contract'
import { retryAtOf } from '../retry-after.ts'

function verdictOf(status: number): ErrorVerdict {
  if (status < 400) return { code: 'invalid_response', retryable: true }
  if (status === 429) return { code: 'rate_limited', retryable: true }
  if (status >= 500 || status === 408 || status === 425) return { code: 'service_failed', retryable: true }
  if (status === 401 || status === 403) return { code: 'forbidden' }
  return { code: status === 404 || status === 410 ? 'not_found' : 'invalid_request' }
}

/** The error that an answer other than 200 stands for. Its body says nothing: the host need not be the service. */
export function refusedFile(response: Response, path: string, now: number): WaraqError {
  const { status } = response
  const verdict = verdictOf(status)
  const remedy = verdict.retryable ? 'Try again later.' : 'Check the address, and that it needs no session.'
  return new WaraqError({
    ...verdict,
    message: `The host of a file answered ${status} (${verdict.code}) to ${path}. ${remedy}`,
    retryAt: verdict.retryable ? retryAtOf(response, now) : undefined,
    status,
    details: { path },
  })
}
