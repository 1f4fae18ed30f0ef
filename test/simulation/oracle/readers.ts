import type { ContentStore } from '../../../packages/engine/src/read/content-store.ts'
import { openContentStore } from '../../../packages/engine/src/read/open-content-store.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import type { ModelResource, Published } from '@waraq/test-support/model-service'
import { fingerprint } from './fingerprint.ts'
import type { Oracle } from './oracle.ts'
import { Violation } from './violation.ts'

/**
 * Readers at work while the engines write: each read goes through the public store, runs among the engine's own
 * transactions, and has to be one state of the service, no older than any that a reader saw before it began.
 */
export class Readers {
  readonly #store: ContentStore
  readonly #oracle: Oracle
  #underWay = 0
  reads = 0
  /** What a read found wrong; kept until the world can throw it. */
  violation: unknown = null

  constructor(oracle: Oracle, factory: IDBFactory) {
    this.#oracle = oracle
    this.#store = openContentStore({ indexedDB: factory, IDBKeyRange })
  }

  get busy(): boolean {
    return this.#underWay > 0
  }

  /** Begins to read all rows of one record type. */
  begin(resource: ModelResource, recordType: string): void {
    const { group, id } = resource.kind
    const floor = this.#oracle.floorOf(resource.key)
    const mayMiss = this.#oracle.mayMiss(resource.key)
    this.#underWay += 1
    this.reads += 1
    this.#store
      .rows(recordType, { group, id })
      .then((rows) => {
        const read = new Map(rows.map(({ key, data }) => [`${recordType} ${key}`, JSON.stringify(data)]))
        this.#judge(resource, recordType, read, floor, mayMiss)
      })
      .catch((error: unknown) => {
        this.violation ??= error
      })
      .finally(() => {
        this.#underWay -= 1
      })
  }

  close(): void {
    this.#store.close()
  }

  #judge(
    resource: ModelResource,
    recordType: string,
    read: Published,
    floor: number,
    mayMiss: boolean,
  ): void {
    if (this.#oracle.find(resource, fingerprint(read), floor, recordType) >= 0) return
    if (read!.size === 0) {
      if (mayMiss || this.#oracle.mayMiss(resource.key)) return
      if (this.#oracle.find(resource, null, floor) >= 0) return
    }
    const states = resource.states.slice(floor)
    const possible = states.map(
      ({ sequence, published }) => `@${sequence}\n${fingerprint(published, recordType)}`,
    )
    throw new Violation(
      'I1/I9',
      `a reader saw of ${resource.key}:\n${fingerprint(read)}\n--- possible were:\n${possible.join('\n')}`,
    )
  }
}
