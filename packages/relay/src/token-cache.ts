/** A token as it is kept outside of the process. */
export interface CachedToken {
  token: string
  /** Milliseconds since the epoch, by the server's clock. */
  expiresAt: number
}

/**
 * Shares tokens between processes, so that a fleet asks the issuer once. As private as the client secret itself. Keys name
 * issuer, client and scope: tokens of different environments never meet.
 */
export interface TokenCache {
  get(key: string): CachedToken | undefined | Promise<CachedToken | undefined>
  set(key: string, token: CachedToken): void | Promise<void>
}
