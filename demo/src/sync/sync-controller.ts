import { ObservableValue } from 'waraq/client'
import type { ResourceKey } from '@waraq/protocol'
import type { ConnectedEngine, EngineStatus, Problem, StorageCare } from 'waraq'
import type { Available } from '../names/available.ts'
import { State, type Observable } from '../observable.ts'
import { EngineHealth } from './engine-health.ts'
import { arabicTextKey, hasToStay, missingBeside } from './kept-resources.ts'
import { goneWithMemory } from './gone-with-memory.ts'
import { troubleOf } from './problems.ts'
import { RunRecorder } from './run-recorder.ts'
import { initialSyncState, isPaused, keptOf, type Refusal, type SyncState } from './sync-state.ts'

/** Milliseconds. A refusal answers the reader's own action; after this time it would only be in the way. */
const refusalShownMs = 20_000
/**
 * Milliseconds that a choice waits for the list of available resources. Without the list, the page may fetch the larger
 * mushaf.
 */
const askForMs = 5_000
/** Milliseconds. The page only mentions a wait for another worker if it takes longer. */
const replacingShownAfterMs = 1_000

/** A resource that the reader kept or dropped. */
export interface Chosen {
  readonly key: ResourceKey
  readonly kept: boolean
}

/** Passes the reader's choices to the engine, and collects the state that the page shows. The engine decides when to sync. */
export class SyncController {
  readonly #engine: ConnectedEngine
  readonly #care: () => StorageCare
  readonly #available: Pick<Available, 'has'>
  readonly #state = new State<SyncState>({ ...initialSyncState, online: navigator.onLine })
  readonly #health: EngineHealth
  #forgetting: ReturnType<typeof setTimeout> | undefined
  #replacing: ReturnType<typeof setTimeout> | undefined
  readonly state: Observable<SyncState> = this.#state
  readonly #chosen = new ObservableValue<readonly Chosen[]>([])
  /** Resources that the reader chose to keep or drop, in this order, until `takeChosen` takes them. */
  readonly chosen: Observable<readonly Chosen[]> = this.#chosen
  /** The runs that this page has seen, for developers. */
  readonly runs = new RunRecorder()

  constructor(engine: ConnectedEngine, care: () => StorageCare, available: Pick<Available, 'has'>) {
    this.#engine = engine
    this.#care = care
    this.#available = available
    this.#health = new EngineHealth(engine, {
      status: (status) => this.#note(status),
      problem: (problem, reported) => this.#noteProblem(problem, reported),
      slow: () => this.#state.update({ slow: true }),
    })
  }

  start(): void {
    const noteConnection = () => this.#state.update({ online: navigator.onLine })
    addEventListener('online', noteConnection)
    addEventListener('offline', noteConnection)
    // Before the first subscription, because a library that is empty now may have been cleared by the browser.
    this.#care().watch((state) => this.#state.update({ care: state }))
    this.#health.start()
  }

  /** Tries immediately, because the reader does not want to wait for the next attempt. */
  retry(): void {
    this.#state.update({ trouble: null, slow: false })
    this.#health.retry()
  }

  /** Requests the state of storage now. Resolves once it is known, or cannot be. */
  probe(): Promise<void> {
    return this.#health.probe()
  }

  /** Asks the browser to keep what is stored. Resolves with whether it promises that. Some browsers ask the visitor. */
  async askForPersistence(): Promise<boolean> {
    const storage: StorageManager | undefined = navigator.storage
    const persisted = (await storage?.persist?.().catch(() => false)) ?? false
    this.#state.update({ care: { ...this.#state.get().care, persisted } })
    return persisted
  }

  /** Ends the current run and starts none, in all tabs and in the service worker. Choices are kept. */
  pause(): Promise<void> {
    return this.#setPause(() => this.#engine.pause())
  }

  /** Resumes after a pause. */
  resume(): Promise<void> {
    return this.#setPause(() => this.#engine.resume())
  }

  async #setPause(set: () => Promise<void>): Promise<void> {
    this.#state.update({ refusal: null })
    try {
      await set()
    } catch (error) {
      this.#refuse(error)
    }
  }

  async askForSync(): Promise<void> {
    clearTimeout(this.#forgetting)
    this.#state.update({ asking: true, refusal: null })
    const answer = await this.#engine.wake('asked')
    this.#state.update({ asking: false })
    // The reader has paused since the request.
    if (isPaused(this.#state.get())) return
    if (answer.result === 'synced') this.runs.noteReport(answer.report)
    if (answer.result === 'failed') this.#refuse(answer.error)
    if (answer.result === 'waits') this.#showRefusal({ is: 'waits', ...answer })
  }

  /** Fetches an entire subscription again. Present content stays until it is replaced. */
  async fetchAgain(filter: string): Promise<void> {
    try {
      this.runs.noteReport(await this.#engine.resync(filter))
    } catch (error) {
      this.#refuse(error)
    }
  }

  /** Keeps a resource, and the resource that it needs in addition (see `missingBeside`). */
  async keep(key: ResourceKey): Promise<void> {
    this.#noteChosen({ key, kept: true })
    await this.#keep([key])
    await this.#keepBeside()
  }

  /**
   * Keeps the Arabic text if nothing has been chosen and the service has it. Called when a text is opened. Resolves with
   * whether anything is kept afterwards.
   */
  async begin(): Promise<boolean> {
    const isEmpty = () => keptOf(this.#state.get()).size === 0
    if (!isEmpty()) return true
    if (!(await this.#available.has(arabicTextKey, askForMs))) return false
    if (isEmpty()) await this.#keep([arabicTextKey])
    return !isEmpty()
  }

  /** Drops a resource, unless another kept resource needs it. */
  async drop(key: ResourceKey): Promise<void> {
    if (hasToStay(key, keptOf(this.#state.get()))) return
    this.#noteChosen({ key, kept: false })
    await this.#drop(key)
  }

  takeChosen(): readonly Chosen[] {
    const chosen = this.#chosen.get()
    if (chosen.length > 0) this.#chosen.set([])
    return chosen
  }

  #noteChosen(chosen: Chosen): void {
    this.#chosen.set([...this.#chosen.get(), chosen])
  }

  async #keepBeside(): Promise<void> {
    if (missingBeside(keptOf(this.#state.get()), true) === null) return
    const hasArabicText = await this.#available.has(arabicTextKey, askForMs)
    // The reader may have made other choices meanwhile.
    const missing = missingBeside(keptOf(this.#state.get()), hasArabicText)
    if (missing) await this.#keep([missing])
  }

  async #keep(keys: readonly ResourceKey[]): Promise<void> {
    this.#choose(keys, true)
    await this.#change(keys, async () => {
      for (const key of keys) await this.#engine.subscribe(key)
    })
  }

  async #drop(key: ResourceKey): Promise<void> {
    this.#choose([key], false)
    await this.#change([key], () => this.#engine.unsubscribe(key))
  }

  /** Shows a choice immediately; storing it takes a moment. */
  #choose(keys: readonly ResourceKey[], chosen: boolean): void {
    const choices = new Map(this.#state.get().choices)
    for (const key of keys) choices.set(key, chosen)
    this.#state.update({ choices, refusal: null })
  }

  async #change(keys: readonly ResourceKey[], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#refuse(error)
      const choices = new Map(this.#state.get().choices)
      for (const key of keys) choices.delete(key)
      this.#state.update({ choices })
    }
  }

  #refuse(error: unknown): void {
    this.#showRefusal({ is: 'failed', trouble: troubleOf(error) })
  }

  #showRefusal(refusal: Refusal): void {
    this.#state.update({ refusal })
    clearTimeout(this.#forgetting)
    this.#forgetting = setTimeout(() => this.#state.update({ refusal: null }), refusalShownMs)
  }

  /** A lost worker is not shown as a problem yet. Usually another one starts within a moment, and it reports if it cannot. */
  #noteProblem(problem: unknown, reported: Problem | null): void {
    const trouble = troubleOf(problem, reported)
    if (trouble.code !== 'worker_lost') {
      // The lost worker will not report the end of its run.
      const { status } = this.#state.get()
      this.#state.update({ trouble, status: status && { ...status, activity: null } })
    } else {
      clearTimeout(this.#replacing)
      this.#replacing = setTimeout(() => this.#state.update({ restarting: true }), replacingShownAfterMs)
    }
  }

  #note(status: EngineStatus): void {
    this.runs.noteStatus(status)
    const { status: before, choices } = this.#state.get()
    clearTimeout(this.#replacing)
    const reported = new Set<string>(status.subscriptions.map(({ filter }) => filter))
    this.#state.update({
      status,
      choices: new Map([...choices].filter(([key, chosen]) => reported.has(key) !== chosen)),
      slow: false,
      restarting: false,
      trouble: null,
    })
    const gone = goneWithMemory(before, status)
    if (gone.length > 0) void this.#keep(gone)
    // The page may have been closed after a choice, before it kept the resources that the choice needs.
    if (!before) void this.#keepBeside()
  }
}
