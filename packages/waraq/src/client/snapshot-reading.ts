import { isAbort, isWaraqError } from '@waraq/protocol'
import { throwIfAborted } from './abort.ts'
import { readText } from './body.ts'
import type { Try } from './exchange/call.ts'
import type { Answer } from './exchange/request.ts'
import type { SnapshotDownload } from './options.ts'

/** How a download ended whose answer was not at fault: with the reader's value, or with an error of the reader's own. */
export type Outcome<T> = { readonly value: T } | { readonly readerThrew: unknown }

/**
 * Runs the caller's reader over a snapshot. If the body broke, that error is thrown, whether the reader failed or succeeded:
 * it saw a part of the body only. Rejects where the answer is at fault. An error of the reader's own is an outcome, because
 * another answer would meet it, too.
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
    const known = isWaraqError(error) && !isAbort(error)
    if (failure !== undefined && (error === failure || !known)) throw failure
    return { readerThrew: error }
  }
  const failure = body.failure()
  if (failure !== undefined) throw failure
  return { value }
}
