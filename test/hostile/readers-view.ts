import type { ContentStore } from '@waraq/engine'
import { resourceNames, type ModelService, type ResourceName } from './model-service.ts'

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

export async function viewsOf(store: ContentStore): Promise<Views> {
  const views = new Map<ResourceName, View>()
  for (const name of resourceNames) {
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
    views.set(name, { status: info?.status ?? 'absent', rows, count, rejected: info?.rejected?.count ?? 0 })
  }
  return views
}

export function viewsOfService(model: ModelService): Views {
  return new Map(
    resourceNames.map((name) => {
      const rows = new Map([...model.rows(name)].map(([key, row]) => [key, JSON.stringify(row)]))
      return [name, { status: 'installed', rows, count: rows.size, rejected: 0 }]
    }),
  )
}

const plain = (view: View | undefined) =>
  view && [view.status, view.count, view.rejected, ...[...view.rows].map((row) => row.join(' ')).sort()]

/** The first resource of which two views differ. */
export function difference(a: Views, b: Views): ResourceName | undefined {
  return resourceNames.find(
    (name) => JSON.stringify(plain(a.get(name))) !== JSON.stringify(plain(b.get(name))),
  )
}
