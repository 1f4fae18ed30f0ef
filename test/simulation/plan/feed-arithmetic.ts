import type { Mutation, ResourceKey } from '@waraq/protocol'
import type { Random } from '@waraq/test-support/random'

/**
 * A feed as planning sees it, as numbers: two resources of three rows; a row's value is the sequence that wrote it. The
 * model service is not used, because it stores rows and pages as text: its changes would take a third more time.
 */

export const keys: readonly ResourceKey[] = ['translations:20', 'translations:131']
export const rowNames = ['1', '2', '3'] as const
/** Values of the three rows; 0 if a row is absent. Null: the resource is not public. */
export type Rows = readonly [number, number, number] | null

export type SnapshotMode = 'with' | 'before' | 'after' | 'replica'
export const snapshotModes: readonly SnapshotMode[] = ['with', 'before', 'after', 'replica']

export class FeedArithmetic {
  sequence = 0
  readonly log: Mutation[] = []
  /** States of each resource, by sequence. */
  readonly states: [Rows[], Rows[]] = [[null], [null]]
  readonly mode: SnapshotMode
  readonly #random: Random
  /** Rows of hidden resources are kept. */
  readonly #rows: [[number, number, number], [number, number, number]] = [
    [0, 0, 0],
    [0, 0, 0],
  ]
  readonly #visible: [boolean, boolean] = [false, false]

  constructor(mode: SnapshotMode, random: Random) {
    this.mode = mode
    this.#random = random
    this.change(0)
    if (random.chance(0.8)) this.change(1)
  }

  change(resource: 0 | 1): void {
    this.sequence += 1
    const rows = this.#rows[resource]
    const row = this.#random.int(3)
    const dice = this.#random.next()
    if (!this.#visible[resource]) {
      this.#visible[resource] = true
      rows[row] = this.sequence
      this.#append(resource, 'RESOURCE_CREATE')
    } else if (dice < 0.55) {
      rows[row] = this.sequence
      this.#append(resource, 'ROW_UPDATE', row)
    } else if (dice < 0.7) {
      rows[row] = 0
      this.#append(resource, 'ROW_DELETE', row)
    } else if (dice < 0.85) {
      rows[row] = this.sequence
      rows[(row + 1) % 3] = 0
      this.#append(resource, dice < 0.8 ? 'RESOURCE_INVALIDATE' : 'RESOURCE_MERGE')
    } else if (dice < 0.93) {
      this.#visible[resource] = false
      this.#append(resource, 'RESOURCE_DELETE')
    } else this.#append(resource, 'RESOURCE_UPDATE')
    for (const index of [0, 1] as const) {
      this.states[index].push(this.#visible[index] ? [...this.#rows[index]] : null)
    }
  }

  /**
   * The resources of a bootstrap, listed under the batch's bound or under an older sequence: the API documentation does not
   * say which.
   */
  list(resources: readonly (0 | 1)[], older: boolean): Mutation[] {
    return resources
      .filter((resource) => this.states[resource].at(-1) !== null)
      .map((resource) => this.#mutation(resource, 'RESOURCE_CREATE', older ? 1 : this.sequence))
  }

  since(resources: readonly (0 | 1)[], token: number): Mutation[] {
    return this.log.filter(
      ({ sequence, resource_id }) =>
        sequence > token && resources.some((resource) => keys[resource]!.endsWith(`:${resource_id}`)),
    )
  }

  /** A snapshot and the sequence that it is sent with. Changes can land while it is read. `honest`: a replica does not lag. */
  snapshot(resource: 0 | 1, honest: boolean): { readonly rows: Rows; readonly sequence: number } {
    const lag = this.mode === 'replica' && !honest ? this.#random.int(4) : 0
    const early = Math.max(0, this.sequence - lag)
    if (!honest && this.#random.chance(0.3)) this.change(this.#random.int(2) as 0 | 1)
    const late = this.sequence
    switch (this.mode) {
      case 'with':
        return { rows: this.states[resource][late]!, sequence: late }
      case 'before':
        return { rows: this.states[resource][late]!, sequence: early }
      case 'after':
        return { rows: this.states[resource][early]!, sequence: late }
      case 'replica':
        return { rows: this.states[resource][early]!, sequence: early }
    }
  }

  #append(resource: 0 | 1, type: string, row?: number): void {
    this.log.push(this.#mutation(resource, type, this.sequence, row))
  }

  #mutation(resource: 0 | 1, type: string, sequence: number, row?: number): Mutation {
    const reset = type === 'RESOURCE_CREATE' || type === 'RESOURCE_INVALIDATE'
    const key = row === undefined ? null : rowNames[row]!
    return {
      sequence,
      type,
      resource_group: 'translations',
      resource_id: resource === 0 ? 20 : 131,
      changed_at: '2026-08-01T00:00:00Z',
      record_type: key === null ? null : 'translation',
      record_key: key,
      data: key === null || type === 'ROW_DELETE' ? null : { id: Number(key), text: sequence },
      snapshot_url: reset ? 'there' : null,
    }
  }
}
