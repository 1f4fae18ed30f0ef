import type { ContentStore } from '../../../packages/waraq/src/store/read/content-store.ts'
import { openContentStore } from '../../../packages/waraq/src/store/read/open-content-store.ts'
import { IDBKeyRange } from 'fake-indexeddb'
import type { ModelResource, Published } from '@waraq/test-support/model-service'
import { fingerprint } from './fingerprint.ts'
import type { Oracle } from './oracle.ts'
import { Violation } from './violation.ts'

/** What a reader asks for. */
const ways = ['complete', 'partial', 'partial, and told'] as const
type Way = (typeof ways)[number]

/**
 * Readers at work while the engines write: each read goes through the public store, runs among the engine's own
 * transactions, and has to be one state of the service, no older than any that a reader saw before it began.
 */
export class Readers {
  readonly #store: ContentStore
  readonly #oracle: Oracle
  #underWay = 0
  reads = 0
  /** Reads that got rows of a first snapshot on its way. */
  arrived = 0
  /** What a read found wrong; kept until the world can throw it. */
  violation: unknown = null

  constructor(oracle: Oracle, factory: IDBFactory) {
    this.#oracle = oracle
    this.#store = openContentStore({ indexedDB: factory, IDBKeyRange })
  }

  get busy(): boolean {
    return this.#underWay > 0
  }

  /** Begins to read all rows of one record type, in turn in each way. */
  begin(resource: ModelResource, recordType: string, way: Way = ways[this.reads % ways.length]!): void {
    const floor = this.#oracle.floorOf(resource.key)
    const mayMiss = this.#oracle.mayMiss(resource.key)
    this.#underWay += 1
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
        this.#underWay -= 1
      })
  }

  /** `arrives`: whether the rows are those of a first snapshot on its way; undefined where the reader cannot know. */
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
          // Of another record type there may be rows already.
          return { rows, arrives: (await view.partial(ref)) !== undefined && rows.length > 0 }
        })
    }
  }

  close(): void {
    this.#store.close()
  }

  /** Whether the rows are those of one state of the service, or of none where there may be none. */
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
