/** A right to read content, as every request carries it. */
export type AccessToken = {
  /** Goes into the header `x-auth-token`. */
  token: string
  /** Goes into the header `x-client-id`. */
  clientId: string
  /** Milliseconds since the epoch, by this device's clock. For display: what counts is the service's answer. */
  expiresAt: number
}

/** Where access tokens come from. */
export interface TokenSource {
  /** Names the source: a failure of one source no longer counts once tokens come from another. */
  readonly from?: string | undefined
  /**
   * A token that should be valid. With `refresh`, a newer one than the last, because the service refused the last.
   * The signal ends the wait of this caller only.
   */
  get(options?: { refresh?: boolean | undefined; signal?: AbortSignal | undefined }): Promise<AccessToken>
}
