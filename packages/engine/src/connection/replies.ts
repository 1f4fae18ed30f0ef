import { WaraqError } from '@waraq/contract'
import type { Reply } from '../door/protocol.ts'
import { unpackError, unpackValue } from '../door/wire.ts'
import { notPlainData, strangeAnswer } from './errors.ts'

/** The value of a reply, or its error thrown. Another script than ours may answer anything. */
export function accept<T>(reply: Reply<T>): T {
  if (typeof reply?.ok !== 'boolean') throw strangeAnswer()
  if (!reply.ok) throw unpackError(reply.error)
  return unpackValue(reply.value) as T
}

/** What Comlink itself rejects with: the arguments cannot be copied, or there is no such door. */
export function comlinkError(error: unknown): unknown {
  if (error instanceof WaraqError) return error
  return error instanceof DOMException && error.name === 'DataCloneError'
    ? notPlainData(error)
    : strangeAnswer(error)
}
