/** The tables of an engine's database, read in any way. */
export interface Tables {
  readonly tables: readonly string[]
  /** All records of a table; none where there is no such table. */
  all<T>(table: string): readonly T[]
}

const keptForGood: ReadonlySet<string> = new Set(['meta', 'resources', 'subscriptions'])

/** Tables of the engine that hold no rows; every other one holds segments. */
export const bookkeeping: ReadonlySet<string> = new Set([
  ...keptForGood,
  'directories',
  'journals',
  'staged',
  'prepared',
  'drafts',
  'garbage',
])

interface DirectoryRef {
  readonly id: string
  readonly recordType: string
  readonly patches?: readonly { readonly id: string }[]
}

interface Resource {
  readonly key: string
  readonly directories: readonly DirectoryRef[]
}

/** Ids of the directory and of the patches over it, oldest first. */
export function idsOf({ id, patches = [] }: Pick<DirectoryRef, 'id' | 'patches'>): string[] {
  return [id, ...patches.map((patch) => patch.id)]
}

interface Directory {
  readonly id: string
  readonly segments: readonly { readonly id: number }[]
}

/** Where the segments of a record type lie. */
export function segmentTable({ tables }: Pick<Tables, 'tables'>, recordType: string): string {
  return tables.includes(recordType) ? recordType : 'other_record'
}

/** Records that no reader reaches and no page set needs: after the cleaning of the next sync none may be left. */
export function unreachable(database: Tables): string[] {
  const installed = new Set(
    database.all<Resource>('resources').flatMap(({ directories }) => directories.flatMap(idsOf)),
  )
  const reachable = new Set<number | undefined>()
  const left: string[] = []
  for (const { id, segments } of database.all<Directory>('directories')) {
    if (!installed.has(id)) left.push(`directory ${id}`)
    else for (const segment of segments) reachable.add(segment.id)
  }
  for (const table of database.tables) {
    if (keptForGood.has(table) || table === 'directories') continue
    for (const record of database.all<{ readonly id?: number }>(table)) {
      if (bookkeeping.has(table) || !reachable.has(record.id))
        left.push(`${table} ${JSON.stringify(record).slice(0, 80)}`)
    }
  }
  return left
}

/** Records that a reader of the published resources needs and that are missing. */
export function missing(database: Tables): string[] {
  const directories = new Map(database.all<Directory>('directories').map((each) => [each.id, each]))
  const ids = new Map<string, ReadonlySet<number>>()
  const segmentIds = (table: string) => {
    const known = ids.get(table) ?? new Set(database.all<{ readonly id: number }>(table).map(({ id }) => id))
    ids.set(table, known)
    return known
  }
  const lacks = (key: string, id: string, recordType: string): string[] => {
    const directory = directories.get(id)
    if (!directory) return [`${key} lacks its directory ${id}`]
    const table = segmentTable(database, recordType)
    const lost = directory.segments.filter((segment) => !segmentIds(table).has(segment.id))
    return lost.map((segment) => `${key} lacks segment ${segment.id} of ${table}`)
  }
  return database
    .all<Resource>('resources')
    .flatMap(({ key, directories: refs }) =>
      refs.flatMap((ref) => idsOf(ref).flatMap((id) => lacks(key, id, ref.recordType))),
    )
}
