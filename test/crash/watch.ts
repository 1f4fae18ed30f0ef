import { IDBKeyRange } from 'fake-indexeddb'
import {
  filterCovers,
  parseFilter,
  parseResourceKey,
  type JsonObject,
  type ResourceKey,
  type ResourceRef,
} from '@waraq/protocol'
import { openContentStore, type ContentStore } from 'waraq'

/** What one resource may look like to a reader: as it was, or as the service has it now. Null: it is absent. */
export interface Expected {
  readonly key: ResourceKey
  readonly before: string | null
  readonly after: string | null
  /** Its rows in the order of its first snapshot, where readers look at what arrives of it. */
  readonly arrives?: readonly string[]
}

export class Violation extends Error {
  override name = 'Violation'
}

/** Rows by key, so that equal contents are equal texts. */
export function textOf(rows: readonly JsonObject[]): string | null {
  if (rows.length === 0) return null
  return rows
    .map((row) => JSON.stringify(row))
    .sort()
    .join('\n')
}

function typeOf({ group }: ResourceRef): 'translation' | 'article_localization' {
  return group === 'translations' ? 'translation' : 'article_localization'
}

/** What a reader gets of each resource: its rows as text, its info, and the rows of a first snapshot on its way. */
interface Seen {
  readonly rows: string | null
  readonly status: string
  readonly arrived: readonly string[] | null
}
export type View = ReadonlyMap<ResourceKey, Seen>

/** The rows of a first snapshot on its way; null where the resource is complete or absent, or no one looks. */
async function arrivedOf(store: ContentStore, { key, arrives }: Expected): Promise<readonly string[] | null> {
  if (!arrives) return null
  const ref = parseResourceKey(key)!
  return store.query(async (view) => {
    const rows = await view.rows(typeOf(ref), ref, {}, { includePartial: true })
    return (await view.partial(ref)) ? rows.map(({ data }) => JSON.stringify(data)) : null
  })
}

async function rowsOf(store: ContentStore, key: ResourceKey): Promise<string | null> {
  const ref = parseResourceKey(key)!
  return textOf((await store.rows(typeOf(ref), ref)).map(({ data }) => data))
}

async function viewOf(store: ContentStore, expected: readonly Expected[]): Promise<View> {
  const view = new Map<ResourceKey, Seen>()
  for (const each of expected) {
    const { key } = each
    const info = await store.resource(parseResourceKey(key)!)
    const rows = await rowsOf(store, key)
    view.set(key, { rows, status: info?.status ?? 'unknown', arrived: await arrivedOf(store, each) })
  }
  return view
}

/** What a new reader gets of a disk while no engine writes. */
export async function firstView(disk: IDBFactory, expected: readonly Expected[]): Promise<View> {
  const store = openContentStore({ indexedDB: disk, IDBKeyRange })
  const view = await viewOf(store, expected)
  store.close()
  return view
}

/** A reader in another tab, which no fault strikes. All that it reads is checked against the states that it may see. */
export class Watch {
  readonly #disk: IDBFactory
  readonly #expected: readonly Expected[]
  readonly #atOnce: boolean
  /** Resources that were seen as they are now; from then on nothing older may be seen of them. */
  readonly #new = new Set<ResourceKey>()
  #opened: ContentStore | null = null
  reads = 0
  /** Times that rows of a first snapshot on its way were seen. */
  arrived = 0

  constructor(disk: IDBFactory, expected: readonly Expected[], atOnce: boolean) {
    this.#disk = disk
    this.#expected = expected
    this.#atOnce = atOnce
  }

  /**
   * Reads everything, at any moment of the engine's work.
   * @throws {Violation} a mix, something older than was seen before, or fewer than all the changes of one commit
   */
  async look(): Promise<void> {
    for (const expected of this.#expected) {
      this.#check(expected, await this.read(expected.key))
      this.#checkArrived(expected, await arrivedOf(this.#store, expected))
    }
  }

  /**
   * Takes what a reader of this disk was seen to get.
   * @throws {Violation} as `look` does
   */
  see(view: View): void {
    for (const expected of this.#expected) {
      const { rows, arrived } = view.get(expected.key)!
      this.#check(expected, rows)
      this.#checkArrived(expected, arrived)
    }
  }

  /** @throws {Violation} where a resource (of the filter) is not as the service has it now, or not said to be so */
  async expectNew(when: string, filter?: string): Promise<void> {
    this.seeNew(await viewOf(this.#store, this.#expected), when, filter)
  }

  /** @throws {Violation} as `expectNew` does */
  seeNew(view: View, when: string, filter?: string): void {
    this.see(view)
    const parsed = filter === undefined ? null : parseFilter(filter)
    for (const { key, before, after } of this.#expected) {
      if (parsed && !filterCovers(parsed, parseResourceKey(key)!)) continue
      if (before !== after && !this.#new.has(key)) throw new Violation(`${key} is still old ${when}`)
      const { status } = view.get(key)!
      if ((status === 'installed') !== (after !== null))
        throw new Violation(`${key} is said to be ${status} ${when}`)
    }
  }

  read(key: ResourceKey): Promise<string | null> {
    return rowsOf(this.#store, key)
  }

  close(): void {
    this.#opened?.close()
  }

  get #store(): ContentStore {
    return (this.#opened ??= openContentStore({ indexedDB: this.#disk, IDBKeyRange }))
  }

  #checkArrived({ key, arrives }: Expected, arrived: readonly string[] | null): void {
    if (!arrives || !arrived) return
    this.arrived++
    if (this.#new.has(key)) throw new Violation(`${key} arrives after it was complete`)
    const first = new Set(arrives.slice(0, arrived.length))
    if (arrived.length === 0 || new Set(arrived).size < first.size || arrived.some((row) => !first.has(row)))
      throw new Violation(
        `${key} arrives with other rows than its first ones: ${arrived.join().slice(0, 200)}`,
      )
  }

  #check({ key, before, after }: Expected, seen: string | null): void {
    this.reads++
    if (seen !== before && seen !== after)
      throw new Violation(`${key} shows rows that the service never had together: ${seen?.slice(0, 200)}`)
    if (before === after) return
    if (seen === after) {
      this.#new.add(key)
      return
    }
    if (this.#new.has(key)) throw new Violation(`${key} went back to older rows`)
    if (this.#atOnce && this.#new.size > 0)
      throw new Violation(`${key} is old although ${[...this.#new].join()} of the same commit is new`)
  }
}
