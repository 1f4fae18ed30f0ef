import { IDBKeyRange } from 'fake-indexeddb'
import { createSyncEngine, type SyncEngine, type SyncEngineOptions } from 'waraq'
import { FaultStorage } from './fault-idb.ts'
import { PointCounter, type Point, type Strike } from './points.ts'
import { SharedLocks } from '@waraq/test-support/locks'
import { madeAt, nameOfRequest, type Service } from './service.ts'
import { segmentCount } from './disk.ts'

export interface WorldOptions {
  readonly disk: IDBFactory
  readonly service: Service
  readonly strike?: Strike | null
  readonly onPoint?: (point: Point) => void
  /** Milliseconds that have passed since the first world. */
  readonly later?: number
  /** Web Locks that it shares with others. Default: of its own. */
  readonly locks?: SharedLocks
  /** Segments that the disk has room for. */
  readonly room?: number | undefined
  readonly perPage?: number | undefined
  /** Snapshots come in parts, and what is made of one is stored before the next one comes. */
  readonly inParts?: boolean | undefined
  /** Further options of the engine. */
  readonly engine?: Partial<Omit<SyncEngineOptions, 'tokens' | 'proxy'>>
}

/** A promise that never settles. A new one each time: a shared one would hold all callbacks that ever waited for it. */
const never = () => new Promise<never>(() => undefined)

/** Delays up to this long, one quick try of the engine's among them, are over at once; longer ones are deadlines. */
const shortMs = 2_000

/** The longest deadline of an answer of the database is a minute; this is a little more. */
const blockedMs = 61_000

/** Turns of the event loop in which all work ends that does not wait for the clock. */
async function manyTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** One tab: an engine with storage, network and time of its own. Faults strike here; the disk outlives it. */
export class World {
  readonly points: PointCounter
  readonly storage: FaultStorage
  /** Requests sent, as `sync` and `translations:20`. */
  readonly requests: string[] = []
  /** Resolves when the fault strikes for the first time. */
  readonly struck: Promise<void>
  /** Resolves when it dies. */
  readonly died: Promise<void>
  readonly engine: SyncEngine
  readonly #service: Service
  readonly #inParts: boolean
  readonly #locks: SharedLocks
  /** Timers that run, with when they are due and what they do then. */
  readonly #timers = new Map<NodeJS.Timeout, { readonly due: number; readonly over: () => void }>()
  /** Milliseconds by which the clock was put forward. */
  #ahead = 0
  #tellStruck = (): void => undefined
  #tellDied = (): void => undefined
  #dead = false

  constructor({
    disk,
    service,
    strike = null,
    onPoint,
    later = 0,
    locks = new SharedLocks(),
    room = Infinity,
    perPage = 100,
    inParts = false,
    engine,
  }: WorldOptions) {
    this.#service = service
    this.#inParts = inParts
    this.#locks = locks
    this.struck = new Promise((resolve) => (this.#tellStruck = resolve))
    this.died = new Promise((resolve) => (this.#tellDied = resolve))
    this.points = new PointCounter(strike, onPoint, () => this.#tellStruck())
    this.storage = new FaultStorage(disk, {
      points: this.points,
      die: () => this.#die(),
      outwait: () => this.#outwait(),
      isFull: (connection) => room < Infinity && segmentCount(connection) > room,
    })
    this.engine = createSyncEngine({
      contentRoot: 'http://127.0.0.1/content',
      tokens: service.tokens,
      fetch: (input, init) => this.#fetch(input as string, init),
      perPage,
      retry: { attempts: 2, baseMs: 1, maxMs: 2 },
      random: () => 0.5,
      locks: locks.of(this),
      indexedDB: this.storage.factory,
      IDBKeyRange,
      clock: {
        now: () => madeAt + later,
        monotonic: () => this.#monotonic(),
        sleep: (ms, signal) => this.#sleep(ms, signal),
      },
      ...engine,
    })
  }

  get dead(): boolean {
    return this.#dead
  }

  /** As the owner of a lock. */
  get state(): 'alive' | 'dead' {
    return this.#dead ? 'dead' : 'alive'
  }

  #monotonic(): number {
    return performance.now() + this.#ahead
  }

  /** Lets the time of a database that does not answer pass: each deadline in its turn. */
  async #outwait(): Promise<void> {
    await manyTurns()
    const end = this.#monotonic() + blockedMs
    const next = () =>
      [...this.#timers.values()].filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0]
    for (let timer = next(); timer && !this.#dead; timer = next()) {
      this.#ahead += Math.max(0, timer.due - this.#monotonic())
      timer.over()
      await manyTurns()
    }
  }

  #die(): void {
    this.#dead = true
    for (const timer of this.#timers.keys()) clearTimeout(timer)
    this.storage.kill()
    this.#locks.release(this)
    this.#tellDied()
  }

  async #fetch(url: string, init: RequestInit | undefined): Promise<Response> {
    if (this.#dead) return never()
    const what = nameOfRequest(url)
    await this.#network('send', what)
    this.requests.push(what)
    const answer = await this.#service.answer(url, init)
    if (this.#dead) return never()
    await this.#network('answer', what)
    if (!this.#inParts || what === 'sync') return answer
    const { status, headers } = answer
    return new Response(this.#partsOf(await answer.arrayBuffer()), { status, headers })
  }

  #partsOf(body: ArrayBuffer): ReadableStream<Uint8Array> {
    const size = Math.ceil(body.byteLength / 3)
    let at = 0
    return new ReadableStream({
      pull: async (controller) => {
        if (at > 0) await manyTurns()
        if (this.#dead) return never()
        controller.enqueue(new Uint8Array(body.slice(at, at + size)))
        at += size
        if (at >= body.byteLength) controller.close()
      },
    })
  }

  /** Storage faults may come while the engine waits for the network; of the network itself, only losing it. */
  async #network(kind: 'send' | 'answer', what: string): Promise<void> {
    const fault = this.points.meet(kind, null, () => what)
    if (fault === 'unknown') throw new TypeError('fetch failed')
    if (fault === 'closed') this.storage.closeConnections()
    if (fault === 'upgrade') this.storage.upgradeElsewhere()
    if (fault !== 'crash') return
    this.#die()
    await never()
  }

  #sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    if (this.#dead) return never()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => settle(resolve), ms <= shortMs ? 0 : ms)
      timer.unref()
      this.#timers.set(timer, { due: this.#monotonic() + ms, over: () => settle(resolve) })
      const onAbort = () => settle(() => reject(signal?.reason as Error))
      const settle = (act: () => void) => {
        clearTimeout(timer)
        this.#timers.delete(timer)
        signal?.removeEventListener('abort', onAbort)
        act()
      }
      if (signal?.aborted) onAbort()
      else signal?.addEventListener('abort', onAbort)
    })
  }
}
