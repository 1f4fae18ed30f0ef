import type { Clock, ContentClient } from 'waraq/client'
import { isAbort, parseResourceKey, type Mutation, type ResourceKey } from '@waraq/protocol'
import { keyRules, type KeyRule } from '../service/key-rules.ts'
import { readBatch } from '../service/page-set.ts'
import { differencesOf, rowsAt, rowsOf, type Difference } from './copy.ts'
import { Copies, readSnapshot } from './copies.ts'

/** The events of an inspection, as they happen. */
export type InspectEvent =
  | { readonly event: 'change'; readonly change: Mutation }
  /** A batch is complete, and its snapshots were read if they are wanted. The bootstrap is round 0. */
  | { readonly event: 'round'; readonly round: number; readonly bound: number; readonly changes: number }
  | ({ readonly event: 'difference'; readonly resource: ResourceKey } & Difference)
  | {
      readonly event: 'compared'
      readonly resource: ResourceKey
      readonly rows: number
      readonly differences: number
    }
  | { readonly event: 'not_compared'; readonly resource: ResourceKey; readonly why: string }
  | { readonly event: 'keys'; readonly rules: readonly KeyRule[] }

export interface InspectOptions {
  readonly client: ContentClient
  readonly clock: Clock
  /** In canonical form. */
  readonly filter: string
  /** Rounds after the bootstrap; may be infinite. */
  readonly rounds: number
  /** Milliseconds between rounds. */
  readonly intervalMs: number
  readonly compare: boolean
  readonly tell: (event: InspectEvent) => void
  /** Called before work that takes time. */
  readonly onStep?: ((what: string) => void) | undefined
  /** Stops following the feed; the comparison is still made. */
  readonly stop?: AbortSignal | undefined
}

export interface InspectResult {
  /** Number of rows that differ. */
  readonly differences: number
  /** Number of resources that could not be compared. */
  readonly notCompared: number
}

/**
 * Bootstraps a filter, follows its feed and reports each change. Then compares the resulting rows with snapshots.
 * @throws {WaraqError} errors of the client, `feed_loop`, `invalid_response`
 */
export async function inspect(options: InspectOptions): Promise<InspectResult> {
  const { client, clock, filter, rounds, intervalMs, compare, tell, onStep, stop } = options
  const copies = new Copies(client, onStep)
  const rowChanges: Mutation[] = []
  let token = ''
  let round = 0

  async function readRound(): Promise<number> {
    const start = token === '' ? { bootstrap: true as const } : { syncToken: token }
    onStep?.(`round ${round}`)
    const set = await readBatch(client, { filter, perPage: 100, ...start })
    for (const change of set.mutations) {
      tell({ event: 'change', change })
      if (change.record_type) rowChanges.push(change)
    }
    if (compare) await copies.take(set)
    tell({ event: 'round', round: round++, bound: set.bound, changes: set.mutations.length })
    token = set.token
    return set.bound
  }

  async function compareOne(resource: ResourceKey): Promise<InspectResult> {
    const skip = (why: string): InspectResult => {
      tell({ event: 'not_compared', resource, why })
      return { differences: 0, notCompared: 1 }
    }
    onStep?.(`comparing ${resource}`)
    const fresh = await readSnapshot(client, parseResourceKey(resource)!)
    const bound = await readRound()
    const copy = copies.get(resource)
    if (!copy) return skip('the feed withdrew it meanwhile, or its first snapshot was older than the feed')
    if (!fresh) return skip('its snapshot is gone, and the feed did not withdraw it')
    if (bound < fresh.sync_sequence) return skip('the feed is behind the snapshot')
    if (copy.sequence > fresh.sync_sequence)
      return skip('its snapshots do not go forward, or it was reset meanwhile')
    const rows = rowsOf(fresh)
    const differences = differencesOf(rowsAt(copy, fresh.sync_sequence), rows)
    for (const difference of differences) tell({ event: 'difference', resource, ...difference })
    tell({ event: 'compared', resource, rows: rows.size, differences: differences.length })
    return { differences: differences.length, notCompared: 0 }
  }

  await readRound()
  while (round <= rounds && (await waited(clock, intervalMs, stop))) await readRound()
  let result: InspectResult = { differences: 0, notCompared: 0 }
  for (const resource of copies.names) {
    const one = await compareOne(resource)
    result = {
      differences: result.differences + one.differences,
      notCompared: result.notCompared + one.notCompared,
    }
  }
  tell({ event: 'keys', rules: keyRules(rowChanges) })
  return result
}

/** Waits. Returns false if the signal ended the wait. */
async function waited(clock: Clock, ms: number, stop: AbortSignal | undefined): Promise<boolean> {
  try {
    await clock.sleep(ms, stop)
    return true
  } catch (error) {
    if (isAbort(error)) return false
    throw error
  }
}
