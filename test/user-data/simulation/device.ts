import { userFeed } from '../../../packages/waraq/src/user/deliver/open-feed.ts'
import { openUserData } from '../../../packages/waraq/src/user/user-data.ts'
import type { UserData } from '../../../packages/waraq/src/user/api.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { SharedLocks } from '@waraq/test-support/locks'
import { RawDatabase } from '@waraq/test-support/raw-database'
import type { Random } from '@waraq/test-support/random'
import type { Owner, VirtualClock } from '@waraq/test-support/virtual-clock'
import { tabStorage, type TabStorage } from '../../simulation/world/storage.ts'
import type { Backend } from './service.ts'
import { Violation } from './violation.ts'

/** One browser: its disk, its locks, and a clock that may be wrong. */
export class Device {
  readonly index: number
  readonly disk = new IDBFactory()
  readonly locks = new SharedLocks()
  readonly clock: VirtualClock
  readonly backend: Backend
  readonly random: Random
  /**
   * Milliseconds by which its clock is ahead. No two devices act at the same time, so the milliseconds identify the device
   * that made a change.
   */
  ahead: number
  /** The tab whose transaction raised the epoch of each database last. */
  readonly raised = new Map<string, { epoch: number; tab: Tab }>()
  readonly broken: Violation[] = []
  /**
   * The changes on the disk or, by this device, at the service, in order: `commit rows`, `answer POST notes`. A death
   * between two of these has the same result as one right after the first.
   */
  readonly steps: string[] = []
  /** Called after each step. */
  onStep: (tab: Tab) => void = () => undefined

  constructor(index: number, clock: VirtualClock, backend: Backend, random: Random) {
    Object.assign(this, { index, clock, backend, random })
    this.index = index
    this.clock = clock
    this.ahead = 407 * index
    this.backend = backend
    this.random = random
  }

  get databases(): string[] {
    return [...(this.disk as unknown as { readonly _databases: Map<string, unknown> })._databases.keys()]
  }

  /** The complete content of a database, as text. */
  textOf(name: string): string {
    const raw = new RawDatabase(this.disk, name)
    return JSON.stringify(raw.tables.map((table) => raw.all(table)))
  }

  took(tab: Tab, step: string): void {
    this.steps.push(step)
    this.onStep(tab)
  }

  /** Called when a transaction of a tab has ended: records the tab if the epoch was raised. */
  wrote(tab: Tab): void {
    for (const name of this.databases) {
      const election = new RawDatabase(this.disk, name)
        .all<{ readonly key: string; readonly epoch: number }>('meta')
        .find(({ key }) => key === 'leader')
      // A database that was created again starts again, with epochs that were raised before.
      if (!election) this.raised.delete(name)
      else if (election.epoch !== this.raised.get(name)?.epoch)
        this.raised.set(name, { epoch: election.epoch, tab })
    }
  }
}

/** One tab of a device, or its service worker. It can freeze, thaw and die. Code of a dead tab that still runs has no effect. */
export class Tab implements Owner {
  state: 'alive' | 'frozen' | 'dead' = 'alive'
  readonly name: string
  readonly device: Device
  readonly user: UserData
  readonly #storage: TabStorage
  #thawed: (() => void)[] = []

  constructor(device: Device, name: string) {
    this.device = device
    this.name = name
    this.#storage = tabStorage(device.disk, (transaction) => this.#writes(transaction))
    const clock = device.clock.of(this)
    const ask = (input: RequestInfo | URL, init?: RequestInit) => this.#fetch(new Request(input, init))
    this.user = openUserData({
      feed: userFeed,
      root: 'http://localhost/user',
      fetch: ask as typeof fetch,
      clock: { ...clock, now: () => clock.now() + device.ahead },
      random: () => device.random.next(),
      locks: device.locks.of(this),
      navigator: {
        get onLine() {
          return device.backend.online[device.index]!
        },
      },
      indexedDB: this.#storage.factory,
      IDBKeyRange,
    })
  }

  freeze(): void {
    if (this.state === 'alive') this.state = 'frozen'
  }

  thaw(): void {
    if (this.state !== 'frozen') return
    this.state = 'alive'
    for (const go of this.#thawed.splice(0)) go()
  }

  close(): void {
    this.user.close()
    if (this.state !== 'dead') this.kill()
  }

  kill(): void {
    this.state = 'dead'
    this.#storage.die()
    this.device.locks.release(this)
  }

  #writes(transaction: IDBTransaction): void {
    const { device } = this
    if (transaction.durability !== 'strict')
      device.broken.push(new Violation('V1', `${this.name} writes what a power cut undoes after it was told`))
    transaction.addEventListener('complete', () => {
      device.wrote(this)
      device.took(this, `commit ${[...transaction.objectStoreNames].join(' ')}`)
    })
  }

  async #fetch(request: Request): Promise<Response> {
    if (this.state === 'dead') return new Promise(() => undefined)
    this.#checkEpoch(request)
    const { signal } = request
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal.reason as Error)
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort, { once: true })
      const reported = (tell: () => void) => {
        if (this.state === 'frozen') this.#thawed.push(() => reported(tell))
        else if (this.state === 'alive') tell()
        if (request.method !== 'GET') this.device.took(this, `answer ${request.method} ${kindOf(request)}`)
      }
      this.device.backend.answer(this.device.index, request).then(
        (answer) => reported(() => resolve(answer)),
        (error: unknown) => reported(() => reject(error as Error)),
      )
    })
  }

  /** Only the tab that raised the epoch last may write to the service. */
  #checkEpoch(request: Request): void {
    const { pathname } = new URL(request.url)
    if (request.method === 'GET' || pathname.endsWith('/sign-out')) return
    const holders = [...this.device.raised.values()].map(({ tab }) => tab)
    if (!holders.includes(this))
      this.device.broken.push(
        new Violation('V11', `${this.name} sends ${request.method} ${pathname}, and another tab delivers`),
      )
  }
}

/** The path of a request without the parts that differ between persons, places or notes. */
function kindOf({ url }: Request): string {
  const { pathname } = new URL(url)
  const parts = pathname.split('/').slice(2)
  return parts.map((part) => (/^[a-z_-]+$/.test(part) ? part : '…')).join('/')
}
