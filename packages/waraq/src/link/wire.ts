import { InvalidFilterError, isWaraqError, restoredError } from '@waraq/protocol'
import type { WireError } from './protocol.ts'

/** Converts errors to plain data and back, separately or inside reports. They keep code, cause and remedy. */

const deepestCause = 6
const errorMark = '@waraq/error'

export function packError(error: unknown, depth = 0): WireError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const cause: Pick<WireError, 'cause'> =
    error.cause === undefined || depth >= deepestCause ? {} : { cause: packError(error.cause, depth + 1) }
  const stack = error.stack === undefined ? {} : { stack: error.stack }
  if (!isWaraqError(error)) return { name: error.name, message: error.message, ...stack, ...cause }
  return {
    name: error.name,
    message: error.message,
    code: error.code,
    retryable: error.retryable,
    details: error.details,
    ...(error.retryAt === undefined ? {} : { retryAt: error.retryAt }),
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error instanceof InvalidFilterError ? { part: error.part } : {}),
    ...stack,
    ...cause,
  }
}

export function unpackError(wire: WireError): Error {
  const cause = wire.cause && unpackError(wire.cause)
  const error =
    wire.code === undefined
      ? new Error(wire.message, cause ? { cause } : undefined)
      : wire.part === undefined
        ? restoredError({ ...wire, code: wire.code, cause })
        : new InvalidFilterError(wire.part, String(wire.details?.['problem']))
  error.name = wire.name
  // The constructor of its class would write a different remedy.
  error.message = wire.message
  if (wire.stack !== undefined) error.stack = wire.stack
  return error
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Converts the errors in a report to plain data. For reports, which are small; rows are sent as they are. */
export function packValue(value: unknown): unknown {
  if (value instanceof Error) return { [errorMark]: packError(value) }
  if (Array.isArray(value)) return value.map(packValue)
  if (isPlain(value))
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, packValue(part)]))
  return value
}

export function unpackValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpackValue)
  if (!isPlain(value)) return value
  const error = value[errorMark]
  if (error !== undefined) return unpackError(error as WireError)
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unpackValue(part)]))
}
