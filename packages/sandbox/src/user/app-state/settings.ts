/** What the service allows an application to store, as returned by its configuration endpoint. */
export interface AppStateSettings {
  /**
   * The existing collections. Default: `settings` and `reading`, each with 100 documents and required preconditions for
   * writes.
   */
  readonly collections?: readonly AppStateCollection[]
  readonly limits?: Partial<AppStateLimits>
}

export interface AppStateCollection {
  readonly name: string
  readonly maxDocumentsPerUser: number
  /** Whether a write has to name the state that it replaces. */
  readonly requiresPrecondition: boolean
}

export interface AppStateLimits {
  /** Days after which a sync token is too old. */
  readonly changeRetentionDays: number
  /** Limit of a document's value as JSON, in bytes. */
  readonly maxDocumentBytes: number
  readonly maxDocumentsPerUser: number
  readonly quotaBytesPerUser: number
}

export interface AppStateConfiguration {
  readonly collections: readonly AppStateCollection[]
  readonly configVersion: number
  readonly limits: AppStateLimits
}

const usualCollections = ['settings', 'reading'].map((name) => ({
  name,
  maxDocumentsPerUser: 100,
  requiresPrecondition: true,
}))

/** The limits of the real service are not published. */
const usualLimits: AppStateLimits = {
  changeRetentionDays: 30,
  maxDocumentBytes: 65_536,
  maxDocumentsPerUser: 1_000,
  quotaBytesPerUser: 5 * 1024 * 1024,
}

export function configurationOf({ collections, limits }: AppStateSettings = {}): AppStateConfiguration {
  return {
    collections: collections ?? usualCollections,
    configVersion: 1,
    limits: { ...usualLimits, ...limits },
  }
}
