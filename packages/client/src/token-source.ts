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
  /** Where the tokens come from, so that a failure there counts for nothing once they come from elsewhere. */
  readonly from?: string | undefined
  /**
   * A token that should be valid. With `refresh`, one that is newer than the last one given out, because the service
   * refused that. The signal ends the wait of this caller only.
   */
  get(options?: { refresh?: boolean | undefined; signal?: AbortSignal | undefined }): Promise<AccessToken>
}
