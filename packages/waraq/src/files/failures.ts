import { WaraqError } from '@waraq/protocol'

/** Errors of files. The first two are not retried automatically, because the row or the file has to change first. */

/** `problem` is a clause about the row, such as "has no hash". */
export function fileUnusable(problem: string): WaraqError {
  return new WaraqError({
    code: 'file_unusable',
    message: `The row of a file ${problem}, so the file cannot be checked. It was not fetched; the service has to correct the row.`,
    details: { problem },
  })
}

export type Mismatch = 'too_long' | 'too_short' | 'hash' | 'kind'

const mismatches: Readonly<Record<Mismatch, string>> = {
  too_long: 'is longer than its row says or than is allowed',
  too_short: 'is shorter than its row says',
  hash: 'has another SHA-256 than its row says',
  kind: 'is not of the kind that is asked for, such as a web page in its place',
}

export function fileMismatch(problem: Mismatch, cause?: unknown): WaraqError {
  return new WaraqError({
    code: 'file_mismatch',
    message: `A file ${mismatches[problem]}. It was not stored; look at its address, sync, and keep the files again later.`,
    details: { problem },
    cause,
  })
}

export function filesClosed(): WaraqError {
  return new WaraqError({ code: 'files_closed', message: 'The files were closed. Open them anew.' })
}

export function noCacheStorage(): WaraqError {
  return new WaraqError({
    code: 'storage_unavailable',
    retryable: false,
    message:
      'There is no Cache Storage here, so files cannot be kept. It takes a page on https or localhost, in a browser that may store data.',
  })
}

export function filesDropped(): WaraqError {
  const error = new WaraqError({
    code: 'aborted',
    message: 'The files were dropped while they were fetched. Keep them again when they are wanted.',
  })
  error.name = 'AbortError'
  return error
}

export function downloadsPaused(): WaraqError {
  return new WaraqError({
    code: 'paused',
    message:
      'The engine was paused while files were fetched. What is here stays; resume() goes on with it, and so does another call.',
    retryable: true,
  })
}
