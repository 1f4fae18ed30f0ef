import { Violation } from './violation.ts'

/** Rows of one record type in their order, as `name -> text`. */
type Listed = readonly (readonly [name: string, text: string])[]

/** The snapshots that the service sent, complete or cut off. Each is stored as its rows in their order. */
export class ServedSnapshots {
  readonly #served = new Map<string, Listed[]>()

  note(key: string, records: readonly unknown[], typeOf: (record: object) => string): void {
    const rows = records.flatMap((record) => {
      if (typeof record !== 'object' || record === null || !('id' in record)) return []
      return [[`${typeOf(record)} ${String(record.id)}`, JSON.stringify(record)] as const]
    })
    this.#served.set(key, [...(this.#served.get(key) ?? []), rows])
  }

  /**
   * Checks the partial rows of a resource. They must be the first rows of each of these record types in one snapshot, the
   * same for all types, and none of another snapshot.
   */
  checkPart(key: string, types: readonly string[], read: ReadonlyMap<string, string>): void {
    const isPart = (snapshot: Listed) => {
      const begins = types.flatMap((type) => {
        const isOfType = (name: string) => name.startsWith(`${type} `)
        const count = [...read.keys()].filter(isOfType).length
        return snapshot.filter(([name]) => isOfType(name)).slice(0, count)
      })
      return begins.length === read.size && begins.every(([name, text]) => read.get(name) === text)
    }
    const served = this.#served.get(key) ?? []
    if (served.some(isPart)) return
    const all = served.map((snapshot) => JSON.stringify(snapshot)).join('\n')
    throw new Violation(
      'partial',
      `of ${key} arrived what is no part of one snapshot:\n${JSON.stringify([...read])}\n--- served were:\n${all}`,
    )
  }
}
