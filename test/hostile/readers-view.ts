import { RawDatabase } from '@waraq/test-support/raw-database'
import { idsOf, segmentTable } from '@waraq/test-support/tables'
import { openContentStore, type ContentStore } from 'waraq'
import { IDBKeyRange } from 'fake-indexeddb'
import { resourceNames, type ResourceName, type SmallService } from './small-service.ts'

/** What readers see of one resource: rows as text by type and key. */
export interface View {
  readonly status: string
  readonly rows: ReadonlyMap<string, string>
  /** All rows counted, also those that share a key with another one. */
  readonly count: number
  readonly rejected: number
}

export type Views = ReadonlyMap<ResourceName, View>

function refOf(name: ResourceName): { group: string; id: number } {
  const [group = '', id = ''] = name.split(':')
  return { group, id: Number(id) }
}

/** Through the store that readers use. */
async function viewOf(store: ContentStore, name: ResourceName): Promise<View> {
  const ref = refOf(name)
  const info = await store.resource(ref)
  const rows = new Map<string, string>()
  let count = 0
  for (const recordType of info?.rowsByType.keys() ?? []) {
    for (const { key, data } of await store.rows(recordType, ref)) {
      rows.set(`${recordType} ${key}`, JSON.stringify(data))
      count++
    }
  }
  if (info && info.rows !== count) throw new Error(`${name} says ${info.rows} rows and shows ${count}`)
  return { status: info?.status ?? 'absent', rows, count, rejected: info?.rejected?.count ?? 0 }
}

interface PublishedRecord {
  readonly key: string
  readonly manifests: readonly {
    readonly id: string
    readonly recordType: string
    readonly deltas?: readonly { readonly id: string }[]
  }[]
}

interface Manifest {
  readonly id: string
  readonly segments: readonly { readonly id: number }[]
}

/**
 * All records that a reader of the resource meets. The fake keeps a record as the same object until it is written, so the same
 * objects mean that no published record was touched. Records that an engine still tidies up are not among them.
 */
function publishedRecords(raw: RawDatabase, name: ResourceName): unknown[] {
  const record = raw.all<PublishedRecord>('resources').find(({ key }) => key === name)
  if (!record) return []
  const all = raw.all<Manifest>('manifests')
  const layers = record.manifests.flatMap((ref) =>
    idsOf(ref).map((id) => ({ id, recordType: ref.recordType })),
  )
  return layers.reduce<unknown[]>(
    (records, { id, recordType }) => {
      const manifest = all.find((each) => each.id === id)
      const table = segmentTable(raw, recordType)
      const ids = new Set(manifest?.segments.map((segment) => segment.id))
      const segments = raw.all<{ readonly id: number }>(table).filter((segment) => ids.has(segment.id))
      return [...records, manifest, ...segments]
    },
    [record],
  )
}

/** A reader in another tab. It reads anew only what was touched since it last looked. */
export class Reader {
  readonly #store: ContentStore
  readonly #raw: RawDatabase
  readonly #seen = new Map<ResourceName, { readonly records: readonly unknown[]; readonly view: View }>()

  constructor(indexedDB: IDBFactory) {
    this.#store = openContentStore({ indexedDB, IDBKeyRange })
    this.#raw = new RawDatabase(indexedDB)
  }

  async read(): Promise<Views> {
    const views = new Map<ResourceName, View>()
    for (const name of resourceNames) {
      const records = publishedRecords(this.#raw, name)
      const seen = this.#seen.get(name)
      const untouched =
        seen?.records.length === records.length && records.every((record, at) => record === seen.records[at])
      const view = untouched ? seen.view : await viewOf(this.#store, name)
      this.#seen.set(name, { records, view })
      views.set(name, view)
    }
    return views
  }

  /** Reads everything anew the next time. */
  forget(): void {
    this.#seen.clear()
  }

  close(): void {
    this.#store.close()
  }
}

export function viewsOfService(model: SmallService): Views {
  return new Map(
    resourceNames.map((name) => {
      const rows = model.rows(name)
      return [name, { status: 'installed', rows, count: rows.size, rejected: 0 }]
    }),
  )
}

function isSame(a: View, b: View): boolean {
  const alike = a.status === b.status && a.count === b.count && a.rejected === b.rejected
  return alike && a.rows.size === b.rows.size && [...a.rows].every(([key, text]) => b.rows.get(key) === text)
}

/** The first resource of which two views differ. */
export function difference(a: Views, b: Views): ResourceName | undefined {
  return resourceNames.find((name) => !isSame(a.get(name)!, b.get(name)!))
}
