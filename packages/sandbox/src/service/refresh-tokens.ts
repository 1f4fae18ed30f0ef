import { createHash } from 'node:crypto'
import type { Grant } from './authorization-codes.ts'

/** What a user granted a client, for as long as the client renews it. */
export interface LastingGrant extends Pick<Grant, 'clientId' | 'scope' | 'userId'> {
  /** The access token that was issued with the refresh token. */
  readonly accessToken: string
}

/** The tokens with which a client renews its access. Each is exchanged for one access token and the next refresh token. */
export class RefreshTokens {
  readonly #seed: number
  readonly #grants = new Map<string, LastingGrant>()
  #issued = 0

  constructor(options: { readonly seed: number }) {
    this.#seed = options.seed
  }

  issue(grant: LastingGrant): string {
    this.#issued += 1
    const token = createHash('sha256').update(`refresh ${this.#seed} ${this.#issued}`).digest('base64url')
    this.#grants.set(token, grant)
    return token
  }

  /**
   * Returns the grant of a token. Undefined if the token belongs to another client or was used. An attempt by its client
   * uses it up.
   */
  redeem(token: string, clientId: string): LastingGrant | undefined {
    const grant = this.#grants.get(token)
    if (grant?.clientId !== clientId) return undefined
    this.#grants.delete(token)
    return grant
  }

  /** Ends all tokens of a user. */
  endSessionsOf(userId: string): void {
    for (const [token, grant] of this.#grants) if (grant.userId === userId) this.#grants.delete(token)
  }
}
