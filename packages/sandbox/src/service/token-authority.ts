import { createHash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'

export interface TokenAuthorityOptions {
  readonly environment: string
  readonly seed: number
  /** Seconds. */
  readonly tokenLifetime: number
  readonly now: () => number
}

export type TokenVerdict =
  | { readonly valid: true; readonly clientId: string; readonly scope: string }
  | { readonly valid: false; readonly problem: 'expired' | 'invalid' }

/** Signs and checks access tokens. Each environment has its own key and issuer name. */
export class TokenAuthority {
  readonly lifetime: number
  readonly #issuer: string
  readonly #key: Uint8Array
  readonly #now: () => number
  #generation = 0
  #issued = 0

  constructor(options: TokenAuthorityOptions) {
    this.lifetime = options.tokenLifetime
    this.#issuer = options.environment
    this.#key = createHash('sha256').update(`waraq sandbox ${options.environment} ${options.seed}`).digest()
    this.#now = options.now
  }

  issue(clientId: string, scope: string): Promise<string> {
    const issuedAt = Math.floor(this.#now() / 1000)
    this.#issued += 1
    return new SignJWT({ scope, generation: this.#generation })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(this.#issuer)
      .setSubject(clientId)
      .setJti(String(this.#issued))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + this.lifetime)
      .sign(this.#key)
  }

  async check(token: string): Promise<TokenVerdict> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        issuer: this.#issuer,
        algorithms: ['HS256'],
        currentDate: new Date(this.#now()),
      })
      if (payload['generation'] !== this.#generation) return { valid: false, problem: 'expired' }
      return { valid: true, clientId: payload.sub ?? '', scope: String(payload['scope'] ?? '') }
    } catch (error) {
      return { valid: false, problem: error instanceof errors.JWTExpired ? 'expired' : 'invalid' }
    }
  }

  /** Every token issued so far counts as expired. */
  expireAll(): void {
    this.#generation += 1
  }
}
