/** Where tokens come from, and for which client. */
export interface Issuer {
  readonly authUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The content service that a command asks. */
export interface Service {
  readonly contentRoot: string
  readonly issuer: Issuer
  /** Makes the feed tell a row change of each record type. Only the sandbox can. */
  readonly publishChanges?: (() => void) | undefined
  /** Ends services that were started for the command. */
  readonly close?: (() => Promise<void>) | undefined
}
