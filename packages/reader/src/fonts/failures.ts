import { WaraqError } from '@waraq/contract'

/** Errors of fonts. No call retries them by itself, because the row or the file has to change first. */

/** `problem` is a clause about the row, such as "has no hash". */
export function fontUnusable(problem: string): WaraqError {
  return new WaraqError({
    code: 'font_unusable',
    message: `The row of a font ${problem}, so its file cannot be checked. It was not fetched; the service has to correct the row.`,
    details: { problem },
  })
}

export type Mismatch = 'too_long' | 'too_short' | 'hash'

const mismatches: Readonly<Record<Mismatch, string>> = {
  too_long: 'is longer than its row says or than is allowed',
  too_short: 'is shorter than its row says',
  hash: 'has another SHA-256 than its row says',
}

export function fontMismatch(problem: Mismatch, cause?: unknown): WaraqError {
  return new WaraqError({
    code: 'font_mismatch',
    message: `The file of a font ${mismatches[problem]}. It was not stored; sync, and keep the fonts again later.`,
    details: { problem },
    cause,
  })
}

export function fontRefused(cause: unknown): WaraqError {
  return new WaraqError({
    code: 'font_refused',
    message:
      'The browser does not accept a font, although its file is the one that the row names. Show the text in another font.',
    cause,
  })
}

export function fontsClosed(): WaraqError {
  return new WaraqError({ code: 'fonts_closed', message: 'The fonts were closed. Open them anew.' })
}

export function noCacheStorage(): WaraqError {
  return new WaraqError({
    code: 'storage_unavailable',
    retryable: false,
    message:
      'There is no Cache Storage here, so fonts cannot be kept. It takes a page on https or localhost, in a browser that may store data.',
  })
}

export function fontsDropped(): WaraqError {
  const error = new WaraqError({
    code: 'aborted',
    message: 'The fonts were dropped while they were fetched. Keep them again when they are wanted.',
  })
  error.name = 'AbortError'
  return error
}
