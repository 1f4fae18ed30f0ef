import type { WaraqError } from '@waraq/contract'
import { refusedError, verdictOfStatus } from '../exchange/refused.ts'
import type { Refusal } from '../exchange/request.ts'

const check = 'Check the address, and that it needs no session.'
const remedies = { forbidden: check, not_found: check, invalid_request: check }

/** The error that an answer other than 200 stands for. Its body says nothing: the host need not be the service. */
export function refusedFile(path: string, refusal: Refusal): WaraqError {
  const verdict = verdictOfStatus(refusal.status, remedies)
  return refusedError('The host of a file', path, verdict, refusal, { path })
}
