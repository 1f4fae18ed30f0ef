import { parseResourceKey, type ResourceKey } from '@waraq/contract'
import type { ResourceProgress, RunReport, SyncEngine, SyncProgress } from '@waraq/engine'
import { State, type Observable } from '../observable.ts'
import { arabicTextKey, isTranslation, translationKey } from './kept-resources.ts'
import { problemOf, rememberedProblem, unexpectedProblem } from './problems.ts'
import { SyncQueue } from './sync-queue.ts'
import { initialSyncState, type SyncState } from './sync-state.ts'
import { isRested, nextSyncAt } from './timetable.ts'
import { Alarm, watchWakeUps } from './wake-ups.ts'

const worst = { current: 0, deferred: 1, partial: 2, failed: 3 } as const

function worstOutcome(runs: readonly RunReport[]): RunReport['outcome'] {
  return runs.reduce<RunReport['outcome']>(
    (found, { outcome }) => (worst[outcome] > worst[found] ? outcome : found),
    'current',
  )
}

function waiting(key: ResourceKey): ResourceProgress {
  const ref = parseResourceKey(key)!
  return { key, ref, phase: 'waiting', bytes: 0, bytesExpected: null, rows: 0 }
}

/** Decides when the engine syncs, and gathers what the page shows of it. */
export class SyncController {
  readonly #engine: SyncEngine
  readonly #state = new State<SyncState>({ ...initialSyncState, online: navigator.onLine })
  readonly #queue = new SyncQueue()
  readonly #alarm = new Alarm()
  #lastSyncAt: number | null = null
  #failuresInARow = 0
  readonly state: Observable<SyncState> = this.#state

  constructor(engine: SyncEngine) {
    this.#engine = engine
  }

  /** The first sync of this visit, and those after it. */
  async start(): Promise<void> {
    watchWakeUps({
      online: () => {
        this.#state.update({ online: true })
        this.syncNow()
      },
      offline: () => {
        this.#alarm.clear()
        this.#state.update({ online: false, nextAt: null })
      },
      visible: () => {
        if (isRested(this.#lastSyncAt, Date.now())) this.syncNow()
      },
    })
    await this.refresh()
    this.#state.update({ problem: rememberedProblem(this.#state.get().subscriptions) })
    this.syncNow()
  }

  /** Reads again what the engine knows; another tab may have changed it. */
  async refresh(): Promise<void> {
    try {
      const { subscriptions } = await this.#engine.status()
      const kept = new Set(subscriptions.map(({ filter }) => filter))
      this.#state.update({ ready: true, subscriptions, kept })
    } catch (error) {
      this.#state.update({ ready: true, problem: unexpectedProblem(error) })
    }
  }

  syncNow(): void {
    const { kept, online, ready } = this.#state.get()
    if (!ready || kept.size === 0 || !online) return
    this.#queue.addAll()
    void this.#work()
  }

  async keepTranslation(id: number): Promise<void> {
    const { kept } = this.#state.get()
    const wanted = [translationKey(id), arabicTextKey].filter((key) => !kept.has(key))
    this.#show(wanted, true)
    await this.#change(async () => {
      for (const key of wanted) this.#queue.add(await this.#engine.subscribe(key))
    })
    void this.#work()
  }

  async dropTranslation(id: number): Promise<void> {
    await this.#drop(translationKey(id))
  }

  /** Translations need the Arabic text beside them, so it goes only after the last of them. */
  async dropArabicText(): Promise<void> {
    if (![...this.#state.get().kept].some(isTranslation)) await this.#drop(arabicTextKey)
  }

  async #drop(key: ResourceKey): Promise<void> {
    this.#queue.remove(key)
    this.#show([key], false)
    await this.#change(() => this.#engine.unsubscribe(key))
  }

  async #change(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#state.update({ problem: unexpectedProblem(error) })
    }
    await this.refresh()
  }

  /** Shows a choice at once; storing it takes a moment. */
  #show(keys: readonly ResourceKey[], chosen: boolean): void {
    const kept = new Set(this.#state.get().kept)
    const progress = new Map(this.#state.get().progress)
    for (const key of keys) {
      if (chosen) kept.add(key)
      else kept.delete(key)
      if (chosen) progress.set(key, waiting(key))
      else progress.delete(key)
    }
    this.#state.update({ kept, progress })
  }

  readonly #onProgress = ({ resource }: SyncProgress): void => {
    if (!resource) return
    const progress = new Map(this.#state.get().progress)
    this.#state.update({ progress: progress.set(resource.key, resource) })
  }

  /** Syncs until nothing waits. Only one such loop at a time. */
  async #work(): Promise<void> {
    if (this.#state.get().running || !this.#state.get().online) return
    this.#alarm.clear()
    this.#state.update({ running: true, nextAt: null })
    const runs: RunReport[] = []
    try {
      for (let next = this.#queue.take(); next !== undefined; next = this.#queue.take()) {
        if (next !== 'all' && !this.#state.get().kept.has(next)) continue
        const filters = next === 'all' ? {} : { filters: [next] }
        const report = await this.#engine.sync({ ...filters, onProgress: this.#onProgress })
        runs.push(...report.runs)
        await this.refresh()
      }
      this.#state.update({ problem: problemOf(runs), lastRuns: runs })
    } catch (error) {
      this.#state.update({ problem: unexpectedProblem(error) })
    }
    this.#settle(runs)
  }

  #settle(runs: readonly RunReport[]): void {
    const now = Date.now()
    const outcome = worstOutcome(runs)
    this.#lastSyncAt = now
    this.#failuresInARow = outcome === 'current' ? 0 : this.#failuresInARow + 1
    const nextAt = this.#state.get().online ? nextSyncAt({ outcome, runs }, this.#failuresInARow, now) : null
    this.#state.update({ running: false, nextAt })
    if (nextAt !== null) this.#alarm.set(nextAt, () => this.syncNow())
  }
}
