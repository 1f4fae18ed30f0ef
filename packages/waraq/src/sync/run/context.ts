import { callListener } from '../../client/observable.ts'
import type { Clock } from '../../client/clock.ts'
import type { ContentClient } from '../../client/options.ts'
import {
  parseResourceKey,
  WaraqError,
  type ResourceFilter,
  type ResourceKey,
  type ResourceRef,
} from '@waraq/protocol'
import type { SnapshotReader } from '../snapshot/parts.ts'
import type { Room } from '../../platform/storage/room.ts'
import type { WaraqDatabase } from '../../store/database.ts'
import type { LayerCache } from '../../store/layers.ts'
import type { LastRun } from '../../store/records.ts'
import type { Writer } from '../../store/writer.ts'
import type { Mode, Phase, ResourceProgress, SyncProgress, Tally } from './report.ts'

/** What every step of one run works with. */
export interface RunContext {
  readonly db: WaraqDatabase
  readonly writer: Writer
  readonly client: ContentClient
  /** No reader waits for the run. */
  readonly patient: boolean
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number
  /** Age from which content counts as stale. */
  readonly staleAfterMs: number
  readonly clock: Clock
  /** What the browser says of used and available storage; undefined where it says nothing. */
  readonly estimate: () => Promise<StorageEstimate | undefined>
  /** Called before a bootstrap fetches: how much room it needs, and how much there seems to be. */
  readonly onRoom: (room: Room) => void
  /** Asks the application to drop something. Resolves with whether it did. */
  readonly makeRoom: (want: {
    readonly needed: number | null
    readonly available: number | null
  }) => Promise<boolean>
  readonly readSnapshot: SnapshotReader
  readonly layers: LayerCache
  /** Canonical; that of the first of `filters`. The run's batch is stored under it. */
  readonly filter: string
  /** The subscriptions that this run brings up to date: one, or some that share a token. */
  readonly filters: readonly string[]
  /** They ask with a shared token. */
  readonly shares: boolean
  /** How the latest run of the first of them ended. */
  readonly lastRun: LastRun | null
  /** What they ask for together. */
  readonly parsedFilter: ResourceFilter
  readonly perPage: number
  readonly maxPages: number
  readonly snapshotConcurrency: number
  /** Resources that a person waits for now, the most awaited one first. */
  readonly first: () => readonly ResourceKey[]
  readonly signal: AbortSignal
  readonly budget: Budget
  readonly tally: Tally
  readonly progress: ProgressBoard
}

function stoppedEarly(why: string): WaraqError {
  return new WaraqError({ code: 'budget_spent', message: why, retryable: true })
}

/** How much a run may still do. The run checks it at safe points only, and finishes the step under way. */
export class Budget {
  readonly #clock: Clock
  readonly #endsAt: number
  #pages: number
  #givingWay = new AbortController()

  constructor(
    clock: Clock,
    limits: { readonly ms?: number | undefined; readonly pages?: number | undefined } = {},
  ) {
    this.#clock = clock
    this.#endsAt = clock.monotonic() + (limits.ms ?? Infinity)
    this.#pages = limits.pages ?? Infinity
  }

  spendPage(): void {
    this.#pages--
  }

  allows(step: 'page' | 'other'): boolean {
    if (this.#givingWay.signal.aborted) return false
    return this.#clock.monotonic() < this.#endsAt && (step !== 'page' || this.#pages > 0)
  }

  /** @throws {WaraqError} `budget_spent` */
  check(step: 'page' | 'other'): void {
    this.#givingWay.signal.throwIfAborted()
    if (this.allows(step)) return
    throw stoppedEarly('The run stopped at the end of its budget and goes on from here with the next sync.')
  }

  /** Aborted with `budget_spent` where the run under way is to stop, because a person waits for what another one brings. */
  get givingWay(): AbortSignal {
    return this.#givingWay.signal
  }

  giveWay(): void {
    this.#givingWay.abort(
      stoppedEarly('The run makes way for what a person waits for, and goes on after it.'),
    )
  }

  /** Whether the run that ended was to give way. The next one need not. */
  takeGivenWay(): boolean {
    const { aborted } = this.#givingWay.signal
    if (aborted) this.#givingWay = new AbortController()
    return aborted
  }
}

/** Gathers the progress of a run and tells its listener. */
export class ProgressBoard {
  readonly #filter: string
  readonly #tally: Tally
  readonly #listener: ((progress: SyncProgress) => void) | undefined
  #mode: Mode | null = null
  #phase: Phase = 'opening'
  #total = 0
  #done = new Set<ResourceKey>()
  /** Row counts of received snapshots that wait for their commit. */
  readonly #committing = new Map<ResourceKey, number>()

  constructor(filter: string, tally: Tally, listener: ((progress: SyncProgress) => void) | undefined) {
    this.#filter = filter
    this.#tally = tally
    this.#listener = listener
  }

  enter(phase: Phase, mode: Mode | null): void {
    this.#phase = phase
    this.#mode = mode
    this.#tell()
  }

  /** `received`: the resources whose snapshots an earlier, interrupted run has received already. */
  expectSnapshots(total: number, received: Iterable<ResourceKey>): void {
    this.#total = total
    this.#done = new Set(received)
    this.#tell()
  }

  resource(key: ResourceKey, state: Omit<ResourceProgress, 'key' | 'ref'>): void {
    if (['committing', 'done', 'unavailable'].includes(state.phase)) this.#done.add(key)
    if (state.phase === 'committing') this.#committing.set(key, state.rows)
    this.#tell({ key, ref: parseResourceKey(key) as ResourceRef, ...state })
  }

  /** The set was committed. */
  committed(): void {
    for (const [key, rows] of this.#committing)
      this.resource(key, { phase: 'done', bytes: 0, bytesExpected: null, rows })
    this.#committing.clear()
  }

  #tell(resource?: ResourceProgress): void {
    if (!this.#listener) return
    const progress: SyncProgress = {
      filter: this.#filter,
      mode: this.#mode,
      phase: this.#phase,
      pages: this.#tally.pages,
      mutations: this.#tally.mutations,
      snapshots: { total: this.#total, done: this.#done.size },
      ...(resource ? { resource } : {}),
    }
    callListener(this.#listener, progress)
  }
}
