import { WaraqError } from '@waraq/protocol'
import { notPlainData, strangeAnswer } from './errors.ts'
import type { LinkShape, Protocol, Reply } from './protocol.ts'
import { unpackError } from './wire.ts'

type Names = Pick<Protocol<LinkShape>, 'connection' | 'refused'>

/** Converts an error of Comlink itself: the arguments cannot be cloned, or the worker exposes no such connection. */
function comlinkError(error: unknown, names: Names): unknown {
  if (error instanceof WaraqError) return error
  return error instanceof DOMException && error.name === 'DataCloneError'
    ? notPlainData(names.refused, error)
    : strangeAnswer(names, error)
}

/** Returns the value of a reply; throws the error of a failed one. A foreign script in the worker may answer anything. */
export async function received(replying: Promise<Reply>, names: Names): Promise<unknown> {
  const reply = await replying.catch((error: unknown): never => {
    throw comlinkError(error, names)
  })
  if (typeof reply?.ok !== 'boolean') throw strangeAnswer(names)
  if (!reply.ok) throw unpackError(reply.error)
  return reply.value
}
