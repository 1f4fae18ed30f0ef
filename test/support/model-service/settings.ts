/**
 * What the documents leave open about the service. Each history fixes one reading of each question; none of them may
 * break a promise.
 */
export interface ServiceSettings {
  /**
   * When a snapshot's `sync_sequence` is read:
   *
   * - `with` its rows, in one transaction;
   * - `before` them: the rows may be newer than the sequence says;
   * - `after` them, within the same request: the sequence may be newer than the rows. The request itself comes after the
   *   batch was opened, so the rows still hold everything up to the set's bound, and all promises hold here too. A
   *   service whose rows are older than the request, but whose sequence is not, breaks every client. No document allows
   *   it, and only `verify()` heals it, so it is not modelled;
   * - by a `replica` that lags behind, rows and sequence alike. It answers 404 for what it has not seen yet.
   */
  readonly snapshots: 'with' | 'before' | 'after' | 'replica'
  /** Whether the feed comes from the lagging replica as well, so that a bound may go back. */
  readonly laggingFeed: boolean
  /** Sequence that a bootstrap lists a resource under: the set's bound, or that of the resource's own latest creation. */
  readonly listedAt: 'upTo' | 'creation'
  /** A new token revokes the one before it. */
  readonly rotatesTokens: boolean
  /** `record_key` of the types whose rule is not documented: the row's id, or something else. */
  readonly otherKeys: boolean
  /** A bootstrap leaves out some of the resources asked for by id. */
  readonly shortLists: boolean
}

/** For each question the reading that is easiest for a client. */
export const plainService: ServiceSettings = {
  snapshots: 'with',
  laggingFeed: false,
  listedAt: 'upTo',
  rotatesTokens: false,
  otherKeys: false,
  shortLists: false,
}
