import { WaraqError } from '@waraq/contract'
import { retryAtOf } from '../retry-after.ts'

const passing = (status: number) => status < 400 || status >= 500 || [408, 425, 429].includes(status)

function codeOf(status: number): string {
  if (status === 429) return 'rate_limited'
  if (status === 401 || status === 403) return 'forbidden'
  if (status === 404 || status === 410) return 'not_found'
  if (status >= 500 || status === 408 || status === 425) return 'service_failed'
  return status < 400 ? 'invalid_response' : 'invalid_request'
}

/** The error that an answer other than 200 stands for. Its body says nothing: the host need not be the service. */
export function refusedFile(response: Response, path: string, now: number): WaraqError {
  const { status } = response
  const retryable = passing(status)
  const code = codeOf(status)
  const remedy = retryable ? 'Try again later.' : 'Check the address, and that it needs no session.'
  return new WaraqError({
    code,
    message: `The host of a file answered ${status} (${code}) to ${path}. ${remedy}`,
    retryable,
    retryAt: retryable ? retryAtOf(response, now) : undefined,
    status,
    details: { path },
  })
}
