import type { ContentClient } from 'waraq/client'
import {
  isWaraqError,
  parseResourceKey,
  resourceKey,
  Snapshot,
  WaraqError,
  type Mutation,
  type ResourceKey,
  type ResourceRef,
} from '@waraq/protocol'
import type { Batch } from '../service/page-set.ts'
import { copyOf, type Copy } from './copy.ts'

/**
 * Reads the snapshot of a resource. Undefined if there is none.
 * @throws {WaraqError} `invalid_response`, and errors of the client
 */
export async function readSnapshot(client: ContentClient, ref: ResourceRef): Promise<Snapshot | undefined> {
  try {
    return await client.snapshot(ref, async (download) => {
      const parsed = Snapshot.safeParse(JSON.parse(await download.text()))
      if (parsed.success) return parsed.data
      const message = `The snapshot of ${resourceKey(ref)} has not the shape of a snapshot.`
      throw new WaraqError({ code: 'invalid_response', message, retryable: false })
    })
  } catch (error) {
    if (isWaraqError(error) && error.code === 'snapshot_not_found') return undefined
    throw error
  }
}

const isReset = ({ type }: Mutation) =>
  type === 'RESOURCE_CREATE' || type === 'RESOURCE_INVALIDATE' || type === 'RESOURCE_DELETE'

/** Copies of the resources that a feed names, in memory. */
export class Copies {
  readonly #client: ContentClient
  /** Undefined for a resource that the feed named but that has no usable snapshot to start from. */
  readonly #copies = new Map<ResourceKey, Copy | undefined>()

  readonly #onStep: ((what: string) => void) | undefined

  constructor(client: ContentClient, onStep?: (what: string) => void) {
    this.#client = client
    this.#onStep = onStep
  }

  get names(): readonly ResourceKey[] {
    return [...this.#copies.keys()].sort()
  }

  get(resource: ResourceKey): Copy | undefined {
    return this.#copies.get(resource)
  }

  /** Adds a complete batch. Snapshots are requested after it, so they contain its changes. */
  async take({ mutations, bound }: Pick<Batch, 'mutations' | 'bound'>): Promise<void> {
    const resets = new Map<ResourceKey, Mutation>()
    for (const change of [...mutations].sort((one, other) => one.sequence - other.sequence)) {
      const resource = resourceKey({ group: change.resource_group, id: change.resource_id })
      if (isReset(change)) resets.set(resource, change)
      const copy = this.#copies.get(resource)
      if (copy && change.record_type) {
        this.#copies.set(resource, { ...copy, changes: [...copy.changes, change] })
      }
    }
    for (const [resource, { type }] of resets) {
      if (type === 'RESOURCE_DELETE') this.#copies.delete(resource)
      else this.#copies.set(resource, await this.#begin(resource, bound))
    }
  }

  async #begin(resource: ResourceKey, bound: number): Promise<Copy | undefined> {
    this.#onStep?.(`snapshot of ${resource}`)
    const snapshot = await readSnapshot(this.#client, parseResourceKey(resource)!)
    return snapshot && snapshot.sync_sequence >= bound ? copyOf(snapshot) : undefined
  }
}
