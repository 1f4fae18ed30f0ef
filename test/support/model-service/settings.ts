/**
 * The questions that the service's API documentation leaves open. Each history chooses one answer to each question. None of
 * the answers may break a promise.
 */
export interface ServiceSettings {
  /**
   * When a snapshot's `sync_sequence` is read:
   *
   * - `with` its rows, in one transaction;
   * - `before` them: the rows may be newer than the sequence;
   * - `after` them, within the same request: the sequence may be newer than the rows. The request itself comes after the
   *   batch was opened, so the rows still contain everything up to the batch's bound, and all promises hold here too. A
   *   service whose rows are older than the request, but whose sequence is not, breaks every client. The API documentation
   *   does not allow it, and only `verify()` repairs it, so it is not modelled;
   * - by a `replica` that lags behind, for rows and sequence alike. It answers 404 for resources that it has not seen yet.
   */
  readonly snapshots: 'with' | 'before' | 'after' | 'replica'
  /** Whether the feed comes from the lagging replica as well, so that a bound may go back. */
  readonly laggingFeed: boolean
  /** The sequence under which a bootstrap lists a resource: the batch's bound, or that of the resource's own latest creation. */
  readonly listedAt: 'upTo' | 'creation'
  /** A new token revokes the one before it. */
  readonly rotatesTokens: boolean
  /** `record_key` of the types whose rule is not documented: the row's id, or another value. */
  readonly otherKeys: boolean
  /** A bootstrap omits some of the resources that were requested by id. */
  readonly shortLists: boolean
}

/** For each question the answer that is easiest for a client. */
export const plainService: ServiceSettings = {
  snapshots: 'with',
  laggingFeed: false,
  listedAt: 'upTo',
  rotatesTokens: false,
  otherKeys: false,
  shortLists: false,
}
