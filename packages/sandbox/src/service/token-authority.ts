import { createHash } from 'node:crypto'
import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose'

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

/** Signs and checks access tokens. Each environment has its own key and issuer name. */
export class TokenAuthority {
  readonly lifetime: number
  readonly #issuer: string
  readonly #key: Uint8Array
  /** Another one, so that an id token passes for no access token. */
  readonly #idKey: Uint8Array
  readonly #now: () => number
  readonly #endedSessions = new Map<string, number>()
  /** Tokens that were ended one by one, by their numbers. */
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

  /** A token of the client's own, or bound to a user. */
  issue(clientId: string, scope: string, userId?: string): Promise<string> {
    const issuedAt = Math.floor(this.#now() / 1000)
    this.#issued += 1
    return new SignJWT({ scope, client_id: clientId, generation: this.#generation })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(this.#issuer)
      .setSubject(userId ?? clientId)
      .setJti(String(this.#issued))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + this.lifetime)
      .sign(this.#key)
  }

  /** Says to a client who signed in (OpenID Connect). It gives no right. */
  idToken(clientId: string, userId: string): Promise<string> {
    const issuedAt = Math.floor(this.#now() / 1000)
    return new SignJWT({})
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(this.#issuer)
      .setSubject(userId)
      .setAudience(clientId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + this.lifetime)
      .sign(this.#idKey)
  }

  async check(token: string): Promise<TokenVerdict> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        issuer: this.#issuer,
        algorithms: ['HS256'],
        currentDate: new Date(this.#now()),
      })
      if (payload['generation'] !== this.#generation) return { valid: false, problem: 'expired' }
      const clientId = String(payload['client_id'])
      const userId = payload.sub === clientId ? undefined : payload.sub
      if (this.#revoked.has(Number(payload.jti)) || this.#isEnded(userId, Number(payload.jti)))
        return { valid: false, problem: 'expired' }
      return { valid: true, clientId, scope: String(payload['scope'] ?? ''), userId }
    } catch (error) {
      return { valid: false, problem: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
    }
  }

  /** Every token issued so far counts as expired. */
  expireAll(): void {
    this.#generation += 1
  }

  /** All tokens of one user count as expired. */
  endSessionsOf(userId: string): void {
    this.#endedSessions.set(userId, this.#issued)
  }

  /** One token counts as expired, if it is this client's. */
  async revoke(token: string, clientId: string): Promise<void> {
    const verdict = await this.check(token)
    if (verdict.valid && verdict.clientId === clientId) this.#revoked.add(Number(decodeJwt(token).jti))
  }

  #isEnded(userId: string | undefined, issued: number): boolean {
    return userId !== undefined && issued <= (this.#endedSessions.get(userId) ?? 0)
  }
}
