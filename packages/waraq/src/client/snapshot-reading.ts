import { isAbort, isWaraqError } from '@waraq/protocol'
import { throwIfAborted } from './abort.ts'
import { readText } from './body.ts'
import type { Try } from './exchange/call.ts'
import type { Answer } from './exchange/request.ts'
import type { SnapshotDownload } from './options.ts'

/** Outcome of a download whose answer was not at fault: the reader's value, or an error of the reader itself. */
export type Outcome<T> = { readonly value: T } | { readonly readerThrew: unknown }

/**
 * Runs the caller's reader on a snapshot. Rejects if the answer is at fault. If the body broke off, rejects with that error,
 * even if the reader succeeded: it saw only a part of the body. A `WaraqError` of the reader itself, such as of storage, is an
 * outcome even then, because another answer would not avoid it.
 */
export async function readSnapshot<T>(
  { body, serverTime }: Answer,
  path: string,
  { attempt, signal }: Try,
  read: (download: SnapshotDownload) => Promise<T>,
): Promise<Outcome<T>> {
  const refusals = new Set<unknown>()
  const refused = <E>(error: E): E => {
    refusals.add(error)
    return error
  }
  let value: T
  try {
    value = await read({
      chunks: body.chunks,
      text: () =>
        readText(body, path).catch((error: unknown) => {
          throw refused(error)
        }),
      bytesExpected: body.bytesExpected,
      attempt,
      signal,
      serverTime,
      refused,
    })
  } catch (error) {
    throwIfAborted(signal)
    const failure = body.failure()
    if (refusals.has(error)) throw error
    // Any other error may only be what the broken body caused in the reader.
    const isOwn = isWaraqError(error) && !isAbort(error) && error !== failure
    if (failure !== undefined && !isOwn) throw failure
    return { readerThrew: error }
  }
  const failure = body.failure()
  if (failure !== undefined) throw failure
  return { value }
}
