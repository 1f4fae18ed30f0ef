import { isWaraqError, restoredError, type WaraqError } from '@waraq/contract'
import type { SearchStatus } from '../search.ts'
import type { WireError } from './protocol.ts'

/** Errors to plain data and back, with code, cause and remedy. */

const deepestCause = 6

export function packError(error: unknown, depth = 0): WireError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  const cause =
    error.cause === undefined || depth >= deepestCause ? {} : { cause: packError(error.cause, depth + 1) }
  const packed = { name, message, ...(stack === undefined ? {} : { stack }), ...cause }
  if (!isWaraqError(error)) return packed
  const { code, retryable, details, retryAt, status } = error
  return {
    ...packed,
    code,
    retryable,
    details,
    ...(retryAt === undefined ? {} : { retryAt }),
    ...(status === undefined ? {} : { status }),
  }
}

export function unpackError(wire: WireError): Error {
  const cause = wire.cause && unpackError(wire.cause)
  const error =
    wire.code === undefined
      ? new Error(wire.message, cause ? { cause } : undefined)
      : restoredError({ ...wire, code: wire.code, cause })
  error.name = wire.name
  if (wire.stack !== undefined) error.stack = wire.stack
  return error
}

/** A status as it crosses. */
export interface WireStatus extends Omit<SearchStatus, 'error'> {
  readonly error?: WireError
}

export function packStatus({ error, ...status }: SearchStatus): WireStatus {
  return { ...status, ...(error ? { error: packError(error) } : {}) }
}

export function unpackStatus({ error, ...status }: WireStatus): SearchStatus {
  return { ...status, ...(error ? { error: unpackError(error) as WaraqError } : {}) }
}
