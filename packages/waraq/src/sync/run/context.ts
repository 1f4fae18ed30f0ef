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

/** Dependencies and options of every step of one run. */
export interface RunContext {
  readonly db: WaraqDatabase
  readonly writer: Writer
  readonly client: ContentClient
  /** No reader waits for the run. */
  readonly background: boolean
  /** From 0 inclusive to 1 exclusive. */
  readonly random: () => number
  /** Age from which content counts as stale. */
  readonly staleAfterMs: number
  readonly clock: Clock
  /** Resolves with the browser's estimate of used and available storage; undefined if it has none. */
  readonly estimate: () => Promise<StorageEstimate | undefined>
  /** Called before a bootstrap fetches, with the room that it needs and the room that seems available. */
  readonly onRoom: (room: Room) => void
  /** Asks the application to drop subscriptions. Resolves with whether it did. */
  readonly makeRoom: (request: {
    readonly needed: number | null
    readonly available: number | null
  }) => Promise<boolean>
  readonly readSnapshot: SnapshotReader
  readonly layers: LayerCache
  /** Canonical; the first of `filters`. The run's batch is stored under it. */
  readonly filter: string
  /** The subscriptions that this run brings up to date: one, or some that share a token. */
  readonly filters: readonly string[]
  /** Whether they use a shared token. */
  readonly shares: boolean
  /** How the latest run of the first of them ended. */
  readonly lastRun: LastRun | null
  /** The union of `filters`. */
  readonly parsedFilter: ResourceFilter
  readonly perPage: number
  readonly maxPages: number
  readonly snapshotConcurrency: number
  /** Resources that a person waits for now, in order of priority. */
  readonly first: () => readonly ResourceKey[]
  readonly signal: AbortSignal
  readonly budget: Budget
  readonly tally: Tally
  readonly progress: ProgressBoard
}

function stoppedEarly(why: string): WaraqError {
  return new WaraqError({ code: 'budget_spent', message: why, retryable: true })
}

/** The remaining budget of a run. The run checks it at safe points only, and finishes the current step. */
export class Budget {
  readonly #clock: Clock
  readonly #endsAt: number
  #pages: number
  #preempting = new AbortController()

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
    if (this.#preempting.signal.aborted) return false
    return this.#clock.monotonic() < this.#endsAt && (step !== 'page' || this.#pages > 0)
  }

  /** @throws {WaraqError} `budget_spent` */
  check(step: 'page' | 'other'): void {
    this.#preempting.signal.throwIfAborted()
    if (this.allows(step)) return
    throw stoppedEarly('The run stopped at the end of its budget and goes on from here with the next sync.')
  }

  /** Aborted with `budget_spent` when the current run is preempted, because a person waits for content of another one. */
  get preempting(): AbortSignal {
    return this.#preempting.signal
  }

  preempt(): void {
    this.#preempting.abort(
      stoppedEarly('The run makes way for what a person waits for, and goes on after it.'),
    )
  }

  /** Returns whether the run that ended was preempted, and resets this for the next one. */
  takePreempted(): boolean {
    const { aborted } = this.#preempting.signal
    if (aborted) this.#preempting = new AbortController()
    return aborted
  }
}

/** Collects the progress of a run and notifies its listener. */
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

  /** `received`: resources whose snapshots an earlier, interrupted run already received. */
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

  /** To be called when the batch was committed. */
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
