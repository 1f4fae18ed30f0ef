import { createHash, createHmac } from 'node:crypto'

export interface TokenAuthorityOptions {
  readonly environment: string
  readonly seed: number
  /** Seconds. */
  readonly tokenLifetime: number
  readonly now: () => number
}

export type TokenVerdict =
  | {
      readonly valid: true
      readonly clientId: string
      readonly scope: string
      /** The user of the token; undefined for the client's own token. */
      readonly userId: string | undefined
    }
  | { readonly valid: false; readonly problem: 'expired' | 'invalid' }

/** The rights of a request, by its token. */
export interface Bearer {
  readonly scopes: readonly string[]
  /** The user of the token; undefined for the client's own token. */
  readonly userId: string | undefined
}

/** The claims of its tokens, in addition to those of every JWT. */
interface Claims {
  readonly iss: string
  readonly sub: string
  /** Seconds. */
  readonly iat: number
  /** Seconds. */
  readonly exp: number
  readonly aud?: string
  readonly jti?: string
  readonly client_id?: string
  readonly scope?: string
  readonly generation?: number
}

/**
 * Signs and checks access tokens: JSON Web Tokens with HMAC-SHA-256, computed synchronously. Web Crypto would pass each
 * token to another thread, which takes longer than the rest of the request. Each environment has its own key and issuer
 * name.
 */
export class TokenAuthority {
  readonly lifetime: number
  readonly #issuer: string
  readonly #key: Uint8Array
  /** A different key, so that an id token is never accepted as an access token. */
  readonly #idKey: Uint8Array
  readonly #now: () => number
  readonly #endedSessions = new Map<string, number>()
  /** The numbers of tokens that were revoked one by one. */
  readonly #revoked = new Set<number>()
  #generation = 0
  #issued = 0

  constructor(options: TokenAuthorityOptions) {
    this.lifetime = options.tokenLifetime
    this.#issuer = options.environment
    this.#key = createHash('sha256').update(`waraq sandbox ${options.environment} ${options.seed}`).digest()
    this.#idKey = createHash('sha256').update(this.#key).digest()
    this.#now = options.now
  }

  /** Issues the client's own token, or one that is bound to a user. */
  issue(clientId: string, scope: string, userId?: string): string {
    this.#issued += 1
    return signed(this.#key, {
      ...this.#lifeOf(userId ?? clientId),
      jti: String(this.#issued),
      client_id: clientId,
      scope,
      generation: this.#generation,
    })
  }

  /** Issues an id token, which identifies the user to a client after sign-in (OpenID Connect). It grants no rights. */
  idToken(clientId: string, userId: string): string {
    return signed(this.#idKey, { ...this.#lifeOf(userId), aud: clientId })
  }

  check(token: string): TokenVerdict {
    const claims = claimsOf(this.#key, token)
    if (claims?.iss !== this.#issuer) return { valid: false, problem: 'invalid' }
    const { client_id: clientId = '', scope = '', jti } = claims
    const userId = claims.sub === clientId ? undefined : claims.sub
    const isOver =
      claims.exp * 1000 <= this.#now() ||
      claims.generation !== this.#generation ||
      this.#revoked.has(Number(jti)) ||
      this.#isEnded(userId, Number(jti))
    return isOver ? { valid: false, problem: 'expired' } : { valid: true, clientId, scope, userId }
  }

  /** Makes every token issued so far count as expired. */
  expireAll(): void {
    this.#generation += 1
  }

  /** Makes all tokens of one user count as expired. */
  endSessionsOf(userId: string): void {
    this.#endedSessions.set(userId, this.#issued)
  }

  /** Makes one token count as expired if it belongs to this client. */
  revoke(token: string, clientId: string): void {
    const claims = claimsOf(this.#key, token)
    if (claims?.client_id === clientId) this.#revoked.add(Number(claims.jti))
  }

  #lifeOf(subject: string): Pick<Claims, 'iss' | 'sub' | 'iat' | 'exp'> {
    const issuedAt = Math.floor(this.#now() / 1000)
    return { iss: this.#issuer, sub: subject, iat: issuedAt, exp: issuedAt + this.lifetime }
  }

  #isEnded(userId: string | undefined, issued: number): boolean {
    return userId !== undefined && issued <= (this.#endedSessions.get(userId) ?? 0)
  }
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const header = base64url({ alg: 'HS256', typ: 'JWT' })

const signatureOf = (key: Uint8Array, text: string) =>
  createHmac('sha256', key).update(text).digest('base64url')

function signed(key: Uint8Array, claims: Claims): string {
  const text = `${header}.${base64url(claims)}`
  return `${text}.${signatureOf(key, text)}`
}

/** Undefined if the token was not signed with this key. */
function claimsOf(key: Uint8Array, token: string): Claims | undefined {
  const [head, body, signature, ...rest] = token.split('.')
  if (head !== header || !body || rest.length > 0 || signature !== signatureOf(key, `${head}.${body}`))
    return undefined
  return JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
}
