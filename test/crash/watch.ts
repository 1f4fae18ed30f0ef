import { IDBKeyRange } from 'fake-indexeddb'
import {
  filterCovers,
  parseFilter,
  parseResourceKey,
  type JsonObject,
  type ResourceKey,
  type ResourceRef,
} from '@waraq/contract'
import { openContentStore, type ContentStore } from '@waraq/engine'

/** What one resource may look like to a reader: as it was, or as the service has it now. Null: it is absent. */
export interface Expected {
  readonly key: ResourceKey
  readonly before: string | null
  readonly after: string | null
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

/** A reader in another tab, which nothing strikes. Everything it reads is held against what it may see. */
export class Watch {
  readonly #store: ContentStore
  readonly #expected: readonly Expected[]
  readonly #atOnce: boolean
  /** Resources that were seen as they are now; from then on nothing older may be seen of them. */
  readonly #new = new Set<ResourceKey>()
  reads = 0

  constructor(disk: IDBFactory, expected: readonly Expected[], atOnce: boolean) {
    this.#store = openContentStore({ indexedDB: disk, IDBKeyRange })
    this.#expected = expected
    this.#atOnce = atOnce
  }

  /**
   * Reads everything.
   * @throws {Violation} a mix, something older than was seen before, or fewer than all the changes of one commit
   */
  async look(): Promise<void> {
    for (const expected of this.#expected) {
      const rows = await this.read(expected.key)
      this.reads++
      this.#check(expected, rows)
    }
  }

  /** @throws {Violation} where a resource (of the filter) is not as the service has it now */
  async expectNew(when: string, filter?: string): Promise<void> {
    await this.look()
    const parsed = filter === undefined ? null : parseFilter(filter)
    for (const { key, before, after } of this.#expected) {
      if (parsed && !filterCovers(parsed, parseResourceKey(key)!)) continue
      if (before !== after && !this.#new.has(key)) throw new Violation(`${key} is still old ${when}`)
      const info = await this.#store.resource(parseResourceKey(key)!)
      const installed = info?.status === 'installed'
      if (installed !== (after !== null))
        throw new Violation(`${key} is said to be ${info?.status ?? 'unknown'} ${when}`)
    }
  }

  async read(key: ResourceKey): Promise<string | null> {
    const ref = parseResourceKey(key)!
    return textOf((await this.#store.rows(typeOf(ref), ref)).map(({ data }) => data))
  }

  close(): void {
    this.#store.close()
  }

  #check({ key, before, after }: Expected, seen: string | null): void {
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
