import { createHash } from 'node:crypto'

/** What a user granted a client, until the client fetches its token. */
export interface Grant {
  readonly clientId: string
  readonly redirectUri: string
  readonly scope: string
  readonly userId: string
  /** SHA-256 of the client's verifier in base64url (RFC 7636, `S256`). Undefined if the client sent none. */
  readonly challenge: string | undefined
}

export interface Redemption {
  readonly code: string
  readonly clientId: string
  readonly redirectUri: string
  readonly verifier: string | undefined
}

/** The lifetime of a code in milliseconds. */
const lifetime = 60_000

/** The codes that end a sign-in. The client gets one token for each code. */
export class AuthorizationCodes {
  readonly #seed: number
  readonly #now: () => number
  readonly #grants = new Map<string, { readonly grant: Grant; readonly until: number }>()
  #issued = 0

  constructor(options: { readonly seed: number; readonly now: () => number }) {
    this.#seed = options.seed
    this.#now = options.now
  }

  issue(grant: Grant): string {
    this.#issued += 1
    const code = createHash('sha256').update(`code ${this.#seed} ${this.#issued}`).digest('base64url')
    this.#grants.set(code, { grant, until: this.#now() + lifetime })
    return code
  }

  /**
   * Returns the grant of a code. Undefined if the code belongs to another client, has expired or was used. Every attempt
   * uses up the code.
   */
  redeem({ code, clientId, redirectUri, verifier }: Redemption): Grant | undefined {
    const kept = this.#grants.get(code)
    this.#grants.delete(code)
    if (!kept || kept.until < this.#now()) return undefined
    const { grant } = kept
    if (grant.clientId !== clientId || grant.redirectUri !== redirectUri) return undefined
    return grant.challenge === challengeOf(verifier) ? grant : undefined
  }
}

/**
 * The challenge of a verifier. Undefined without a verifier, so that a verifier without an announced challenge does not
 * match.
 */
function challengeOf(verifier: string | undefined): string | undefined {
  return verifier === undefined ? undefined : createHash('sha256').update(verifier).digest('base64url')
}
