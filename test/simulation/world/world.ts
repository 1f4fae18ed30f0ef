import { Dexie } from 'dexie'
import { IDBFactory } from 'fake-indexeddb'
import { sharingLimits } from '../../../packages/waraq/src/sync/run/sharing.ts'
import { refreshLimits } from '../../../packages/waraq/src/sync/run/plan/refreshes.ts'
import { bufferLimits } from '../../../packages/waraq/src/sync/run/plan/set-limits.ts'
import { deltaLimits } from '../../../packages/waraq/src/store/delta.ts'
import { firstLimits } from '../../../packages/waraq/src/store/packer.ts'
import { alarmLimits } from '../../../packages/waraq/src/sync/schedule/alarm.ts'
import { EpochWatch } from '../oracle/epoch-watch.ts'
import { Oracle } from '../oracle/oracle.ts'
import { Readers } from '../oracle/readers.ts'
import { Violation } from '../oracle/violation.ts'
import { seeded, type Random } from '@waraq/test-support/random'
import { ModelService, type ServiceSettings } from '@waraq/test-support/model-service'
import { SharedLocks } from '@waraq/test-support/locks'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { Network } from './network.ts'
import { Tab, type Call } from './tab.ts'
import { settle, turn, watchTasks } from './tasks.ts'

export interface WorldSettings {
  readonly seed: number
  readonly service: ServiceSettings
  readonly perPage: number
  readonly snapshotConcurrency: number
}

const hourMs = 60 * 60 * 1000

/** A call that has not ended after this number of events counts as hanging. */
const mostEvents = 4_000

export const tabCount = 3

/** Service, network, time, tabs and readers of one history. All randomness in it comes from its seed. */
export class World {
  readonly time = new VirtualClock()
  readonly trace: string[] = []
  readonly service: ModelService
  readonly network: Network
  readonly oracle: Oracle
  readonly epoch: EpochWatch
  readonly tabs: (Tab | null)[] = Array.from({ length: tabCount }, () => null)
  readonly random: Random
  /** Each page keeps itself current, like the pages of applications. In half of the worlds only the history's own calls sync. */
  readonly keepsCurrent: boolean
  readonly #settings: WorldSettings
  readonly #shared = new IDBFactory()
  readonly locks = new SharedLocks()
  /** The service's latest change, and the time at which it was first seen. */
  #latest = { sequence: 0, at: 0 }
  readonly #readers: Readers
  #opened = 0
  events = 0

  constructor(settings: WorldSettings) {
    this.#settings = settings
    // Small limits, so that histories reach deltas over deltas, compactions and deltas that are merged immediately.
    Object.assign(deltaLimits, { count: 1 + (settings.seed % 3), fewKeys: 1 + (settings.seed % 4) })
    // Between storing each page separately and storing a few together.
    Object.assign(bufferLimits, { pages: 1 + (settings.seed % 5) })
    // Most worlds share tokens with each sync that can; some do so as applications do. In half of them not all resources fit
    // into one filter.
    const isBackgroundSync = settings.seed % 4 === 0
    Object.assign(sharingLimits, {
      restMs: isBackgroundSync ? hourMs : 0,
      refusedMs: isBackgroundSync ? 24 * hourMs : 0,
      filterLength: settings.seed % 2 === 0 ? 60 : 2_000,
    })
    // In most worlds each deferred refresh waits for up to a day if no reader waits for it.
    Object.assign(refreshLimits, { leastBytes: settings.seed % 4 === 1 ? 1_000_000 : 1, msPerByte: hourMs })
    // The resources are small, but parts of them have to arrive before the rest.
    Object.assign(firstLimits, { rows: 1 + (settings.seed % 2), bytes: 1 + (settings.seed % 40) })
    // No device of a history sleeps, and each piece of a wait would be an event.
    Object.assign(alarmLimits, { pieceMs: hourMs })
    this.keepsCurrent = settings.seed % 2 === 1
    this.random = seeded(settings.seed)
    this.service = new ModelService(settings.service, this.random)
    this.network = new Network(this.service, this.time, this.random, this.note)
    this.oracle = new Oracle(this.service, this.network, this.#shared)
    this.epoch = new EpochWatch(this.oracle.raw)
    this.#readers = new Readers(this.oracle, this.#shared)
  }

  readonly note = (line: string): void => {
    this.trace.push(`${this.time.elapsed} ${line}`)
  }

  get reads(): number {
    return this.#readers.reads
  }

  get arrived(): number {
    return this.#readers.arrived
  }

  /** The tab of this number. It is opened if there is none. */
  tab(number: number): Tab {
    const open = this.tabs[number]
    if (open && open.state !== 'dead') return open
    this.#opened += 1
    const { perPage, snapshotConcurrency } = this.#settings
    const tab = new Tab({
      name: `tab${this.#opened}`,
      shared: this.#shared,
      time: this.time,
      network: this.network,
      locks: this.locks,
      random: this.random,
      perPage,
      snapshotConcurrency,
      onWrite: (name, transaction) => this.epoch.begin(name, transaction),
    })
    this.tabs[number] = tab
    if (this.keepsCurrent) this.call(tab, 'startAutoSync', tab.engine.startAutoSync())
    return tab
  }

  /** Calls a tab's engine. The result of the call is added to the trace. */
  call(tab: Tab, what: string, promise: Promise<unknown>): Call {
    this.note(`${tab.name} ${what}`)
    return tab.follow(what, promise, ({ report, error }) => {
      const runs = report?.runs.map((run) => `${run.outcome}@${run.sequence}`).join(' ')
      const failed =
        (error as { code?: string } | undefined)?.code ?? (error === undefined ? '' : String(error))
      this.note(`${tab.name} ends ${what}: ${runs ?? ''}${failed}`)
      const internal = report?.runs.find((run) => run.error?.code === 'internal')
      if (internal) this.#defect = internal.error
      if (error !== undefined && failed === 'internal') this.#defect = error
    })
  }

  /** An error that the engine itself reports as a defect. */
  #defect: unknown = null

  /** Waits until the database is at rest and checks its content. */
  async rest(): Promise<void> {
    await settle()
    this.oracle.check()
    if (this.epoch.violation !== null) throw this.epoch.violation
    if (this.#readers.violation !== null) throw this.#readers.violation as Error
    if (this.#defect !== null) throw this.#defect as Error
  }

  /** Lets a number of events happen, with a check after each; readers read in between. Returns false if none was left. */
  async pump(events: number, until = Infinity): Promise<boolean> {
    await this.rest()
    for (let count = 0; count < events; count += 1) {
      if (!(await this.#step(until))) return false
    }
    return true
  }

  /** From rest to rest by one event. */
  async #step(until = Infinity): Promise<boolean> {
    if (this.random.chance(0.15)) await this.#read()
    this.#catchUp()
    this.#readPartial()
    if (!this.time.step(until)) {
      await this.rest()
      return false
    }
    this.events += 1
    await this.rest()
    return true
  }

  /** A replica has everything that is older than half an hour. */
  #catchUp(): void {
    const { sequence } = this.service.content
    if (this.#latest.sequence !== sequence) this.#latest = { sequence, at: this.time.elapsed }
    else if (this.time.elapsed - this.#latest.at > 30 * 60_000) this.service.catchUp()
  }

  /** Lets events happen until the calls have ended. I16: they do. */
  async finish(calls: Iterable<Call>): Promise<void> {
    const open = [...calls]
    await this.rest()
    for (let count = 0; count < mostEvents; count += 1) {
      if (open.every(({ settled }) => settled)) return
      if (await this.#step()) continue
      const hanging = open.filter(({ settled }) => !settled)
      if (hanging.length === 0) return
      throw new Violation(
        'I16',
        `${hanging.map(({ what }) => what).join(', ')} hangs: nothing is left to happen`,
      )
    }
    throw new Violation(
      'I14',
      `${open.map(({ what }) => what).join(', ')} goes on after ${mostEvents} events`,
    )
  }

  /** Lets time pass. */
  async pass(ms: number): Promise<void> {
    const until = this.time.elapsed + ms
    await this.rest()
    for (let count = 0; await this.#step(until); count += 1) {
      if (count > mostEvents) throw new Violation('I14', 'the engines never rest')
    }
    this.time.elapsed = Math.max(this.time.elapsed, until)
  }

  /** The tab dies before the database has executed this number of further tasks, or when it comes to rest. */
  async kill(tab: Tab, tasks: number): Promise<void> {
    let left = tasks
    watchTasks(() => {
      left -= 1
      if (left === 0) tab.kill()
    })
    try {
      await settle()
      if (tab.state !== 'dead') this.time.step()
      await settle()
    } finally {
      watchTasks(null)
    }
    this.note(`${tab.name} dies`)
    tab.kill()
  }

  async close(): Promise<void> {
    for (const tab of this.tabs) tab?.kill()
    this.#readers.close()
    await settle()
    // A dead tab does not close its database, and Dexie keeps a list of all that are open.
    for (const db of (Dexie as unknown as { readonly connections: readonly Dexie[] }).connections) db.close()
  }

  /** Simulates a reader who waits for each first snapshot that is arriving. */
  #readPartial(): void {
    for (const key of this.oracle.reported) {
      const resource = this.service.content.resources.find((each) => each.key === key)!
      for (const type of resource.kind.types) this.#readers.begin(resource, type, 'partial')
    }
  }

  async #read(): Promise<void> {
    const resource = this.random.pick(this.service.content.resources)
    this.#readers.begin(resource, this.random.pick(resource.kind.types))
    // A few turns later, so that the engine's next step meets the read at different points.
    for (let turns = this.random.int(4); turns > 0; turns -= 1) await turn()
  }
}
