import { isWaraqError, WaraqError, type LastingErrorCode } from '@waraq/protocol'

/**
 * Errors of the client that no answer of the service names. Errors of `fetch` are never their cause: they may quote the
 * address or a header value, and with it a cursor or a token.
 */

const tryLater = 'It is tried again by itself; if it stays, try again later.'

/** What to check if no proxy answers, or something else does. */
export const proxyCheck =
  "that the endpoint is that of your server (waraq() of waraq/vite in development, otherwise waraqServer of @waraq/relay), and that the server runs and allows this page's origin"

/**
 * `at`: the complete address without its query, if there is one. It shows a wrong root. `check`: what to check after the
 * connection.
 */
export function networkError(
  path: string,
  thrown: unknown,
  at = path,
  check = "the service's address and its CORS headers",
): WaraqError {
  return new WaraqError({
    code: 'network',
    message: `No answer came from ${at}. Check the connection, then ${check}. ${tryLater}`,
    retryable: true,
    details: { path, reason: reasonCode(thrown) },
  })
}

/** A service worker or another cache answered with a stored answer of an earlier request. */
export function cachedAnswerError(path: string, at = path): WaraqError {
  return new WaraqError({
    code: 'cached_answer',
    message: `A cache answered in place of ${at}, with an earlier answer. Let the site's service worker pass requests for this address: its fetch handler returns without respondWith. ${tryLater}`,
    retryable: true,
    details: { path },
  })
}

/** The operating system's code for a failure, such as ECONNREFUSED, if the runtime exposes it. */
function reasonCode(thrown: unknown): string | null {
  for (const layer of [thrown, thrown instanceof Error ? thrown.cause : undefined]) {
    if (typeof layer !== 'object' || layer === null || !('code' in layer)) continue
    if (typeof layer.code === 'string' && /^[A-Z][A-Z_]{2,40}$/.test(layer.code)) return layer.code
  }
  return null
}

const lateWords = {
  headers: 'sent no answer for',
  body: 'sent no further byte for',
  total: 'was still sending its answer after',
} as const

/** `body`: no further byte arrived; `total`: the complete body took too long. */
export function timeoutError(path: string, phase: keyof typeof lateWords, afterMs: number): WaraqError {
  return new WaraqError({
    code: 'timeout',
    message: `${path} ${lateWords[phase]} ${afterMs} ms. ${tryLater}`,
    retryable: true,
    details: { path, phase, afterMs },
  })
}

export function truncatedBodyError(path: string, bytes: number, bytesExpected: number | null): WaraqError {
  return new WaraqError({
    code: 'truncated_body',
    message: `The answer of ${path} ended early, after ${bytes} bytes. ${tryLater}`,
    retryable: true,
    details: { path, bytes, bytesExpected },
  })
}

export function notJsonError(
  path: string,
  status: number,
  contentType: string | null,
  at = path,
  check = 'the address of the service',
): WaraqError {
  return new WaraqError({
    code: 'not_json',
    message: `${at} answered with something other than JSON. Check ${check}; or a sign-in page of the network stands in between: open a web page once. ${tryLater}`,
    retryable: true,
    status,
    details: { path, contentType: contentType === null ? null : contentType.slice(0, 80) },
  })
}

export function invalidResponseError(
  path: string,
  status: number,
  issues: readonly string[],
  retryable = true,
): WaraqError {
  return new WaraqError({
    code: 'invalid_response',
    message: `The answer of ${path} is not what the service promises (${issues.join(', ')}). ${retryable ? tryLater : 'Check that the address is the content service.'}`,
    retryable,
    status,
    details: { path, issues },
  })
}

/** A page of the feed is larger than a device should read. Not retryable: it would be as large again. */
export function pageTooLargeError(most: string, details: Record<string, unknown>): WaraqError {
  return new WaraqError({
    code: 'feed_too_large',
    message: `A page of the change feed is too large: it has more than ${most}. Nothing of it was used. A bootstrap asks for whole resources instead of their changes; where that is too large as well, tell the operator of the service.`,
    details,
  })
}

/** A snapshot is larger than a device should read. Not retryable: it would be as large again. */
export function snapshotTooLargeError(path: string, mostBytes: number): WaraqError {
  return new WaraqError({
    code: 'snapshot_too_large',
    message: `The snapshot ${path} is too large: it has more than ${mostBytes} bytes. Nothing of it was used. Tell the operator of the service.`,
    details: { path, mostBytes },
  })
}

/** The call itself contains something that the service would refuse. */
export function invalidRequestError(
  code: LastingErrorCode,
  message: string,
  details: Record<string, unknown>,
): WaraqError {
  return new WaraqError({ code, message, details })
}

/**
 * The token source failed. Retryable if its cause is. A cause of unknown kind counts as retryable, because most likely a
 * request failed. The error omits such a cause, because it may quote a secret.
 */
export function tokenUnavailableError(
  thrown: unknown,
  message = 'The token source gave no access token. Check the token relay and whether this page may use it.',
): WaraqError {
  const known = isWaraqError(thrown) ? thrown : undefined
  if (known?.code === 'token_unavailable') return known
  return new WaraqError({
    code: 'token_unavailable',
    message,
    retryable: known ? known.retryable : true,
    retryAt: known?.retryAt,
    status: known?.status,
    cause: known,
  })
}
