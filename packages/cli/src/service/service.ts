/** The token issuer, and the client that requests tokens. */
export interface Issuer {
  readonly authUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * An action of the service that causes changes in its feed. `rows`: rows are changed, deleted and created. `edition`: a
 * resource is invalidated. `withdrawal`: a resource is withdrawn until `return`. `forgetting`: the service forgets the changes
 * that it has reported, so that earlier tokens are too old.
 */
export type Trigger = 'rows' | 'edition' | 'withdrawal' | 'return' | 'forgetting'

/** The content service that a command uses. */
export interface Service {
  readonly contentRoot: string
  readonly issuer: Issuer
  /**
   * Makes the service do this. Resolves with false if it cannot. Available for the sandbox, and for commands that
   * are given an address for it.
   */
  readonly bring?: ((trigger: Trigger) => Promise<boolean>) | undefined
  /** Stops services that were started for the command. */
  readonly close?: (() => Promise<void>) | undefined
}
