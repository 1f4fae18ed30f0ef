/** What the service allows an application to keep, as its configuration tells it. */
export interface AppStateSettings {
  /** Collections that there are. Default: `settings` and `reading`, 100 documents each, where a write has to name what it replaces. */
  readonly collections?: readonly AppStateCollection[]
  readonly limits?: Partial<AppStateLimits>
}

export interface AppStateCollection {
  readonly name: string
  readonly maxDocumentsPerUser: number
  /** Whether a write has to say what it replaces. */
  readonly requiresPrecondition: boolean
}

export interface AppStateLimits {
  /** Days after which a sync token is too old. */
  readonly changeRetentionDays: number
  /** Of a document's value as JSON. */
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

/** The real figures are not published. */
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
