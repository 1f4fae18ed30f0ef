import { IssuedToken, OAuthError } from '@waraq/protocol'

/** The outcome of a request to the issuer. Reasons are words of a fixed list: the issuer's own text is not repeated. */
export type Issue =
  | { kind: 'token'; token: string; lifeSeconds: number; lifeIsGuess: boolean }
  /** The issuer will refuse again until the operator changes the configuration. */
  | { kind: 'refused'; reason: string }
  /** The failure may be temporary. */
  | { kind: 'failed'; reason: string; retryAfterMs?: number | undefined }

/** No token counts as valid for more than a day, even if the issuer or a store says so. */
export const longestLifeMs = 86_400_000

/** Whether a value is a token: visible ASCII, as in an HTTP header, and no longer than servers accept. */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\x21-\x7e]{1,16384}$/.test(value)
}

const guessedLifeSeconds = 60

/**
 * The lifetime of a token. A value that is not a positive number counts as a minute: short enough to be safe, long enough to be
 * useful.
 */
export function lifeOf(expiresIn: unknown): { lifeSeconds: number; lifeIsGuess: boolean } {
  const usable = typeof expiresIn === 'number' && Number.isFinite(expiresIn) && expiresIn > 0
  return usable
    ? { lifeSeconds: Math.min(expiresIn, longestLifeMs / 1000), lifeIsGuess: false }
    : { lifeSeconds: guessedLifeSeconds, lifeIsGuess: true }
}

/** Whether the issuer granted exactly the requested scope. A response without a scope means yes (RFC 6749, section 5.1). */
export function grantsExactly(asked: string, answered: string | undefined): boolean {
  const words = (scope: string) =>
    [...new Set(scope.split(' ').filter((word) => word !== ''))].sort().join(' ')
  return answered === undefined || words(answered) === words(asked)
}

const oauthErrors: ReadonlySet<string> = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Reads the issuer's response. `text` is undefined if the body was lost or too long. */
export function readIssue(
  status: number,
  text: string | undefined,
  scope: string,
  retryAfterMs: number | undefined,
): Issue {
  const body = text === undefined ? undefined : parse(text)
  if (status === 200) return readToken(body, scope)
  if (status === 429 || status === 408 || status >= 500) {
    return { kind: 'failed', reason: `status_${status}`, retryAfterMs }
  }
  if (status < 400) return { kind: 'failed', reason: 'redirected' }
  const error = OAuthError.safeParse(body)
  const word = error.success && oauthErrors.has(error.data.error) ? error.data.error : `status_${status}`
  return { kind: 'refused', reason: word }
}

function readToken(body: unknown, scope: string): Issue {
  const parsed = IssuedToken.safeParse(body)
  if (!parsed.success) return { kind: 'failed', reason: 'not_a_token' }
  const { access_token: token, expires_in: expiresIn, scope: answered, token_type: type } = parsed.data
  if (!isToken(token)) return { kind: 'failed', reason: 'not_a_token' }
  if (type !== undefined && type.toLowerCase() !== 'bearer') return { kind: 'refused', reason: 'token_type' }
  if (!grantsExactly(scope, answered)) return { kind: 'refused', reason: 'scope_differs' }
  return { kind: 'token', token, ...lifeOf(expiresIn) }
}
