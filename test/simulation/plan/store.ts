import { parseFilter, type Mutation, type ResourceKey } from '@waraq/protocol'
import { BatchReducer } from '../../../packages/waraq/src/sync/run/plan/plan.ts'
import type {
  LocalResource,
  Plan,
  PlanInput,
  PlanItem,
} from '../../../packages/waraq/src/sync/run/plan/plan-types.ts'
import { planLimits } from '../../../packages/waraq/src/sync/run/plan/set-limits.ts'
import { keys, type FeedArithmetic, type Rows } from './feed-arithmetic.ts'

/** The engine's store and commit, reduced to the decisions of planning. The planning itself is the real one. */

export interface Local extends LocalResource {
  readonly rows: Rows
}

export interface Batch {
  readonly id: number
  readonly mode: 'bootstrap' | 'incremental'
  readonly upTo: number
  readonly mutations: readonly Mutation[]
  readonly openedAtCommit: number
  /** The token that it started with, and the subscription that the run asks for as well. */
  readonly from: number | null
  readonly along: Subscription | null
  readonly prepared: Map<
    ResourceKey,
    { readonly rows: Rows; readonly sequence: number; readonly floor: number }
  >
}

export interface Subscription {
  readonly filter: ReturnType<typeof parseFilter>
  readonly resources: readonly (0 | 1)[]
  /** The bound of its token. For a shared token it may be below `sequence`. */
  token: number | null
  /** The bound that it is current at. */
  sequence: number | null
  listed: readonly ResourceKey[]
  set: Batch | null
}

const none: ReadonlySet<string> = new Set()
const filterOfAll = parseFilter('translations:*')
const filterOfOne = parseFilter('translations:20')

export class PlanStore {
  readonly local = new Map<ResourceKey, Local>()
  readonly subscriptions: readonly Subscription[] = [
    { filter: filterOfAll, resources: [0, 1], token: null, sequence: null, listed: [], set: null },
    { filter: filterOfOne, resources: [0], token: null, sequence: null, listed: [], set: null },
  ]
  /** Resources that a lagging replica denied. */
  readonly denied = new Set<ResourceKey>()
  now = 0
  #commits = 0
  /** Greatest bound of any commit. */
  #committed = 0
  #sets = 0

  /** `along`: a subscription with the same token, which the run brings up to date, too. */
  begin(
    subscription: Subscription,
    service: FeedArithmetic,
    older: boolean,
    along: Subscription | null = null,
  ): void {
    const { token, resources } = subscription
    this.#sets += 1
    subscription.set = {
      id: this.#sets,
      mode: token === null ? 'bootstrap' : 'incremental',
      upTo: service.sequence,
      mutations: token === null ? service.list(resources, older) : service.since(resources, token),
      openedAtCommit: this.#commits,
      from: token,
      along,
      prepared: new Map(),
    }
  }

  plan(subscription: Subscription): Plan {
    const { id, mode, upTo, mutations, openedAtCommit, along } = subscription.set!
    const others = this.subscriptions.filter((other) => other !== subscription && other !== along)
    const input: PlanInput = {
      mode,
      filter: subscription.filter,
      upTo,
      set: { id, openedAtCommit },
      local: this.local,
      listed: new Set(subscription.listed),
      listedElsewhere: new Set(others.flatMap(({ listed }) => listed)),
      others: others.flatMap(({ filter, sequence }) => (sequence === null ? [] : [{ filter, sequence }])),
      covered: Math.max(upTo, this.#committed),
      confirmedKeyRules: none,
      now: this.now,
    }
    // In every third batch there is hardly room for a row, so the resource with the most rows is fetched instead.
    const reducer = new BatchReducer(input, id % 3 === 0 ? { ...planLimits, bytes: 2_600 } : planLimits)
    // The service decides where its pages end. That must not make a difference.
    for (let from = 0; from < mutations.length; from += 2) reducer.add(mutations.slice(from, from + 2))
    return reducer.finish(none)
  }

  /** A bootstrap publishes each snapshot immediately. An incremental batch keeps it until it commits. */
  receive(
    subscription: Subscription,
    item: PlanItem & { action: 'fetch' },
    rows: Rows,
    sequence: number,
  ): void {
    const set = subscription.set!
    if (set.mode === 'bootstrap') this.#committed = Math.max(this.#committed, set.upTo)
    if (set.mode === 'incremental') set.prepared.set(item.key, { rows, sequence, floor: item.floor })
    else this.#put(set, item.key, item.base, rows, sequence, (this.#commits += 1))
  }

  /** `needed`: resources whose snapshots could not be fetched. */
  commit(subscription: Subscription, planned: Plan, needed: ReadonlySet<0 | 1>): void {
    const set = subscription.set!
    const commit = this.#commits + 1
    this.#committed = Math.max(this.#committed, set.upTo)
    for (const item of planned.items) {
      const before = this.local.get(item.key)
      if (item.action === 'remove') {
        this.#put(set, item.key, item.base, null, 0, commit, false)
      } else if (item.action === 'fetch') {
        // As the engine does: a prepared snapshot may be below the floor because another batch was committed since.
        const kept = set.prepared.get(item.key)
        if (kept && (kept.rows === null || kept.floor >= item.floor))
          this.#put(set, item.key, item.base, kept.rows, kept.sequence, commit)
      } else if (item.action === 'apply') {
        const rows: [number, number, number] = [...before!.rows!]
        for (const { key, data } of item.changes)
          rows[Number(key) - 1] = data === null ? 0 : (data['text'] as number)
        this.local.set(item.key, { ...before!, rows, asOf: set.upTo })
      }
    }
    if (planned.items.length > 0) this.#commits = commit
    if (needed.size === 0 || set.mode === 'incremental') subscription.set = null
    const asked = planned.items.filter(({ action }) => action === 'fetch').map(({ key }) => key)
    for (const each of [subscription, ...(set.along ? [set.along] : [])]) {
      if (each.resources.some((resource) => needed.has(resource))) continue
      each.listed = [...new Set([...planned.listed, ...asked])].filter(
        (key) => this.local.get(key)?.status === 'installed' && each.resources.includes(indexOf(key)),
      )
      each.token = set.upTo
      each.sequence = set.upTo
    }
  }

  #put(
    set: Batch,
    key: ResourceKey,
    base: number,
    rows: Rows,
    sequence: number,
    commit: number,
    wanted = true,
  ): void {
    this.local.set(key, {
      status: rows === null ? 'unavailable' : 'installed',
      base,
      asOf: set.upTo,
      snapshotSequence: rows === null ? 0 : sequence,
      needsSnapshot: null,
      installedAtCommit: commit,
      installedBy: set.id,
      probedAt: rows === null && wanted ? this.now : null,
      rowsHere: 3,
      rows,
    })
  }
}

export function indexOf(key: ResourceKey): 0 | 1 {
  return keys.indexOf(key) as 0 | 1
}
