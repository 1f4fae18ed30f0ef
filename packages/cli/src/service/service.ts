/** Where tokens come from, and for which client. */
export interface Issuer {
  readonly authUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * What a service is asked to do, so that its feed has something to tell. `rows`: rows are changed, deleted and created. `edition`:
 * a resource is invalidated. `withdrawal`: a resource is withdrawn, until `return`. `forgetting`: the service forgets the changes
 * that it has told, so that earlier tokens are too old.
 */
export type Occasion = 'rows' | 'edition' | 'withdrawal' | 'return' | 'forgetting'

/** The content service that a command asks. */
export interface Service {
  readonly contentRoot: string
  readonly issuer: Issuer
  /** Has the service do this; false where it cannot. The sandbox can, and who gives the command an address for it. */
  readonly bring?: ((occasion: Occasion) => Promise<boolean>) | undefined
  /** Ends services that were started for the command. */
  readonly close?: (() => Promise<void>) | undefined
}
