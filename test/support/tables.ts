/** The tables of an engine's database, read in any way. */
export interface Tables {
  readonly tables: readonly string[]
  /** All records of a table; none if there is no such table. */
  all<T>(table: string): readonly T[]
}

const keptForGood: ReadonlySet<string> = new Set(['meta', 'resources', 'subscriptions'])

/** Tables of the engine that contain no rows. Every other one contains segments. */
export const bookkeeping: ReadonlySet<string> = new Set([
  ...keptForGood,
  'manifests',
  'batchCursors',
  'staged',
  'prepared',
  'stagings',
  'garbage',
])

interface ManifestRef {
  readonly id: string
  readonly recordType: string
  readonly deltas?: readonly { readonly id: string }[]
}

interface Resource {
  readonly key: string
  readonly manifests: readonly ManifestRef[]
}

/** Ids of the manifest and of the deltas over it, oldest first. */
export function idsOf({ id, deltas = [] }: Pick<ManifestRef, 'id' | 'deltas'>): string[] {
  return [id, ...deltas.map((delta) => delta.id)]
}

interface Manifest {
  readonly id: string
  readonly segments: readonly { readonly id: number }[]
}

/** The table of a record type's segments. */
export function segmentTable({ tables }: Pick<Tables, 'tables'>, recordType: string): string {
  return tables.includes(recordType) ? recordType : 'other_record'
}

/** Records that no reader reaches and no batch needs. After the cleanup of the next sync there may be none. */
export function unreachable(database: Tables): string[] {
  const installed = new Set(
    database.all<Resource>('resources').flatMap(({ manifests }) => manifests.flatMap(idsOf)),
  )
  const reachable = new Set<number | undefined>()
  const left: string[] = []
  for (const { id, segments } of database.all<Manifest>('manifests')) {
    if (!installed.has(id)) left.push(`manifest ${id}`)
    else for (const segment of segments) reachable.add(segment.id)
  }
  for (const table of database.tables) {
    if (keptForGood.has(table) || table === 'manifests') continue
    for (const record of database.all<{ readonly id?: number }>(table)) {
      if (bookkeeping.has(table) || !reachable.has(record.id))
        left.push(`${table} ${JSON.stringify(record).slice(0, 80)}`)
    }
  }
  return left
}

/** Records that a reader of the published resources needs and that are missing. */
export function missing(database: Tables): string[] {
  const manifests = new Map(database.all<Manifest>('manifests').map((each) => [each.id, each]))
  const ids = new Map<string, ReadonlySet<number>>()
  const segmentIds = (table: string) => {
    const known = ids.get(table) ?? new Set(database.all<{ readonly id: number }>(table).map(({ id }) => id))
    ids.set(table, known)
    return known
  }
  const lacks = (key: string, id: string, recordType: string): string[] => {
    const manifest = manifests.get(id)
    if (!manifest) return [`${key} lacks its manifest ${id}`]
    const table = segmentTable(database, recordType)
    const lost = manifest.segments.filter((segment) => !segmentIds(table).has(segment.id))
    return lost.map((segment) => `${key} lacks segment ${segment.id} of ${table}`)
  }
  return database
    .all<Resource>('resources')
    .flatMap(({ key, manifests: refs }) =>
      refs.flatMap((ref) => idsOf(ref).flatMap((id) => lacks(key, id, ref.recordType))),
    )
}
