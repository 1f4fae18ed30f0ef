/** Access token for content, which every request carries. */
export type AccessToken = {
  /** Value of the header `x-auth-token`. */
  token: string
  /** Value of the header `x-client-id`. */
  clientId: string
  /** Milliseconds since the epoch, by this device's clock. For display only: the service's answer decides. */
  expiresAt: number
}

/** Source of access tokens. */
export interface TokenSource {
  /** Name of the source. A failure of one source no longer counts once tokens come from another. */
  readonly from?: string | undefined
  /**
   * Resolves with a token that should be valid. With `refresh`, it is newer than the last one, which the service refused. The
   * signal ends only the wait of this caller.
   */
  get(options?: { refresh?: boolean | undefined; signal?: AbortSignal | undefined }): Promise<AccessToken>
}
