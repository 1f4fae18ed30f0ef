import type { ContentStore } from '../../../packages/waraq/src/store/read/content-store.ts'
import { openContentStore } from '../../../packages/waraq/src/store/read/open-content-store.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import type { ModelResource, Published } from '@waraq/test-support/model-service'
import { fingerprint } from './fingerprint.ts'
import type { Oracle } from './oracle.ts'
import { Violation } from './violation.ts'

/** The kinds of reads. */
const ways = ['complete', 'partial', 'partial, and told'] as const
type Way = (typeof ways)[number]

/**
 * Readers that read while the engines write. Each read uses the public store and runs between the engine's own transactions.
 * It has to return one state of the service, no older than any that a reader saw before it started.
 */
export class Readers {
  readonly #store: ContentStore
  readonly #oracle: Oracle
  #inProgress = 0
  reads = 0
  /** Reads that got partial rows of a first snapshot. */
  arrived = 0
  /** The error that a read found, stored until the world can throw it. */
  violation: unknown = null

  constructor(oracle: Oracle, factory: IDBFactory) {
    this.#oracle = oracle
    this.#store = openContentStore({ indexedDB: factory, IDBKeyRange })
  }

  get busy(): boolean {
    return this.#inProgress > 0
  }

  /** Starts to read all rows of one record type. The kinds of reads alternate. */
  begin(resource: ModelResource, recordType: string, way: Way = ways[this.reads % ways.length]!): void {
    const floor = this.#oracle.floorOf(resource.key)
    const mayMiss = this.#oracle.mayMiss(resource.key)
    this.#inProgress += 1
    this.reads += 1
    this.#read(resource, recordType, way)
      .then(({ rows, arrives }) => {
        const read = new Map(rows.map(({ key, data }) => [`${recordType} ${key}`, JSON.stringify(data)]))
        if (arrives !== true && this.#mayBe(resource, recordType, read, floor, mayMiss)) return
        if (arrives === false || read.size === 0) throw this.#explain(resource, recordType, read, floor)
        this.arrived += 1
        this.#oracle.checkArrived(resource.key, [recordType], read)
      })
      .catch((error: unknown) => {
        this.violation ??= error
      })
      .finally(() => {
        this.#inProgress -= 1
      })
  }

  /** `arrives`: whether the rows are partial rows of a first snapshot. Undefined if the reader cannot know. */
  async #read({ kind: { group, id } }: ModelResource, recordType: string, way: Way) {
    const ref = { group, id }
    const asked = { includePartial: true }
    switch (way) {
      case 'complete':
        return { rows: await this.#store.rows(recordType, ref), arrives: false }
      case 'partial':
        return { rows: await this.#store.rows(recordType, ref, {}, asked), arrives: undefined }
      case 'partial, and told':
        return this.#store.query(async (view) => {
          const rows = await view.rows(recordType, ref, {}, asked)
          // There may be rows of another record type already.
          return { rows, arrives: (await view.partial(ref)) !== undefined && rows.length > 0 }
        })
    }
  }

  close(): void {
    this.#store.close()
  }

  /** Whether the rows are those of one state of the service, or there are none and that is allowed. */
  #mayBe(
    resource: ModelResource,
    recordType: string,
    read: NonNullable<Published>,
    floor: number,
    mayMiss: boolean,
  ): boolean {
    if (this.#oracle.find(resource, fingerprint(read), floor, recordType) >= 0) return true
    if (read.size > 0) return false
    if (mayMiss || this.#oracle.mayMiss(resource.key)) return true
    return this.#oracle.find(resource, null, floor) >= 0
  }

  #explain(resource: ModelResource, recordType: string, read: Published, floor: number): Violation {
    const states = resource.states.slice(floor)
    const possible = states.map(
      ({ sequence, published }) => `@${sequence}\n${fingerprint(published, recordType)}`,
    )
    return new Violation(
      'I1/I9',
      `a reader saw of ${resource.key}:\n${fingerprint(read)}\n--- possible were:\n${possible.join('\n')}`,
    )
  }
}
