import { forceCloseDatabase } from 'fake-indexeddb'
import { checkInternals, type FakeConnection, type FakeTransaction } from './fake-internals.ts'
import type { Fault, PointCounter } from './points.ts'
import { isWrite, watchSteps, type Onlooker } from './steps.ts'

/** The functions that the storage needs from its world. */
export interface Surroundings {
  readonly points: PointCounter
  /** Called where a crash strikes: the world ends. */
  readonly die: () => void
  /** Called where the database does not answer: resolves once all that waits for it has given up. */
  readonly outwait: () => Promise<void>
  /** Whether these stores, with what the transaction wrote, are more than the device has room for. */
  readonly isFull: (connection: FakeConnection) => boolean
}

/**
 * IndexedDB as one tab has it: a view of a shared fake-indexeddb in which every open, transaction, request and commit is
 * a numbered point, where a fault may strike. What other tabs do with the same databases passes it by.
 */
export class FaultStorage {
  readonly #base: IDBFactory
  readonly #around: Surroundings
  readonly #connections = new Set<FakeConnection>()
  readonly #transactions = new Map<FakeTransaction, FakeConnection>()
  readonly #opening = new Set<IDBOpenDBRequest>()
  #dead = false

  constructor(base: IDBFactory, around: Surroundings) {
    this.#base = base
    this.#around = around
  }

  /** What the engine gets for its `indexedDB`. */
  readonly factory = {
    open: (name: string, version?: number) => this.#open(name, version),
    deleteDatabase: (name: string) => this.#base.deleteDatabase(name),
    databases: () => this.#base.databases(),
    cmp: (first: unknown, second: unknown) => this.#base.cmp(first, second),
  } as IDBFactory

  /** Ends the world: no request settles any more, uncommitted transactions are undone, committed ones stay. */
  kill(): void {
    this.#dead = true
    for (const request of this.#opening) {
      request.onsuccess = request.onerror = request.onblocked = request.onupgradeneeded = null
    }
    for (const transaction of this.#transactions.keys()) {
      transaction.onabort = transaction.oncomplete = transaction.onerror = null
      for (const { request } of transaction._requests) request.onsuccess = request.onerror = null
      if (transaction._state !== 'finished') transaction._abort(null)
    }
    for (const connection of this.#connections) {
      connection.onclose = connection.onversionchange = null
      connection.close()
    }
  }

  /** Resolves once the engine has asked for nothing for a few turns of the event loop. */
  async idle(): Promise<void> {
    for (let calm = 0; calm < 5 && !this.#dead; calm++) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#transactions.size > 0 || this.#opening.size > 0) calm = 0
    }
  }

  /** The browser closes every connection of this tab: transactions abort, then `close` is told. */
  closeConnections(): void {
    for (const connection of this.#connections) this.#close(connection)
  }

  /** The connections are dead without an event, as in browsers that lost the process behind them. */
  loseHandles(): void {
    for (const connection of this.#connections) connection.close()
  }

  /** Another tab opens the database at a higher version, and closes it again. */
  upgradeElsewhere(): void {
    const connection = [...this.#connections].at(-1)
    if (!connection) return
    const request = this.#base.open(connection.name, connection.version + 1)
    request.onsuccess = () => request.result.close()
  }

  #close(connection: FakeConnection): void {
    this.#connections.delete(connection)
    for (const [transaction, owner] of this.#transactions) {
      if (owner === connection && transaction._state !== 'finished') transaction._abort('AbortError')
    }
    forceCloseDatabase(connection as unknown as Parameters<typeof forceCloseDatabase>[0])
  }

  #open(name: string, version: number | undefined): IDBOpenDBRequest {
    // A request that is never answered.
    if (this.#dead) return {} as IDBOpenDBRequest
    const fault = this.#around.points.meet('open', null, () => name)
    if (fault === 'crash') {
      this.#around.die()
      return {} as IDBOpenDBRequest
    }
    if (fault === 'unknown' || fault === 'quota') return refusedOpen(errorNames[fault])
    const request = this.#base.open(name, version)
    this.#opening.add(request)
    request.addEventListener('upgradeneeded', () => {
      const connection = this.#adopt(request)
      this.#instrument(request.transaction as unknown as FakeTransaction, connection)
    })
    request.addEventListener('error', () => void this.#opening.delete(request))
    request.addEventListener('success', () => {
      this.#opening.delete(request)
      if (this.#dead) request.result.close()
      else this.#adopt(request)
    })
    return request
  }

  #adopt(request: IDBOpenDBRequest): FakeConnection {
    const connection = request.result as unknown as FakeConnection
    if (this.#connections.has(connection)) return connection
    this.#connections.add(connection)
    const create = connection.transaction.bind(connection)
    connection.transaction = (stores, mode = 'readonly', options) => {
      if (this.#dead) throw new DOMException('This world has ended', 'InvalidStateError')
      const what = () => (typeof stores === 'string' ? stores : [...stores].join(','))
      const fault = this.#around.points.meet('start', mode, what)
      if (fault === 'closed') this.#close(connection)
      if (fault === 'upgrade') this.upgradeElsewhere()
      const transaction = create(stores, mode, options)
      this.#instrument(transaction, connection)
      if (fault === 'crash') this.#around.die()
      if (fault === 'unknown') setImmediate(() => abort(transaction, 'UnknownError'))
      return transaction
    }
    const close = connection.close.bind(connection)
    connection.close = () => {
      this.#connections.delete(connection)
      close()
    }
    return connection
  }

  #instrument(transaction: FakeTransaction, connection: FakeConnection): void {
    checkInternals(transaction)
    this.#transactions.set(transaction, connection)
    watchSteps(transaction, this.#onlooker)
  }

  readonly #onlooker: Onlooker = {
    beforeStep: (transaction, next) => {
      if (this.#dead) return false
      const connection = this.#transactions.get(transaction)
      const goesOn =
        !connection || transaction._state === 'finished' || this.#beforeStep(transaction, connection, next)
      return goesOn && !this.#dead
    },
    beforeEvent: (transaction, event) => {
      const connection = this.#transactions.get(transaction)
      if (connection && event.type === 'complete' && !this.#dead) this.#committed(transaction, connection)
      if (event.type !== 'error') this.#transactions.delete(transaction)
      if (this.#dead) transaction.onabort = transaction.oncomplete = transaction.onerror = null
    },
  }

  /** False where the transaction waits. */
  #beforeStep(
    transaction: FakeTransaction,
    connection: FakeConnection,
    next: FakeTransaction['_requests'][number] | undefined,
  ): boolean {
    const kind = !next ? 'commit' : isWrite(next.request) ? 'write' : 'request'
    const fault = this.#meet(kind, transaction)
    if (!fault && !next && transaction.mode === 'readwrite' && this.#around.isFull(connection))
      transaction._abort('QuotaExceededError')
    switch (fault) {
      case null:
        return true
      case 'crash':
        this.#around.die()
        return false
      case 'closed':
        this.#close(connection)
        return true
      case 'upgrade':
        this.upgradeElsewhere()
        return true
      case 'blocked':
        void this.#around.outwait().then(() => {
          if (!this.#dead && transaction._state !== 'finished') transaction._start()
        })
        return false
      case 'quota':
      case 'unknown': {
        const name = errorNames[fault]
        if (!next) transaction._abort(name)
        else
          next.operation = () => {
            throw new DOMException('Put in by the test', name)
          }
        return true
      }
    }
  }

  /** The transaction is committed. A fault can now only change what the engine hears. */
  #committed(transaction: FakeTransaction, connection: FakeConnection): void {
    if (transaction.mode === 'readonly') return
    const fault = this.#meet('committed', transaction)
    if (fault === 'crash') this.#around.die()
    if (fault === 'upgrade') this.upgradeElsewhere()
    if (fault !== 'closed' && fault !== 'unknown') return
    transaction.oncomplete = null
    transaction.error = new DOMException(
      'Put in by the test',
      fault === 'closed' ? 'AbortError' : 'UnknownError',
    )
    setImmediate(() => {
      if (!this.#dead) transaction.onabort?.(new Event('abort'))
    })
    if (fault === 'closed') this.#close(connection)
  }

  #meet(kind: 'request' | 'write' | 'commit' | 'committed', transaction: FakeTransaction): Fault | null {
    return this.#around.points.meet(kind, transaction.mode, () => [...transaction._scope].join(','))
  }
}

const errorNames = { unknown: 'UnknownError', quota: 'QuotaExceededError' } as const

function abort(transaction: FakeTransaction, name: string): void {
  if (transaction._state !== 'finished') transaction._abort(name)
}

/** An open request that fails as one of a browser does. */
function refusedOpen(name: string): IDBOpenDBRequest {
  const request = { error: new DOMException('Put in by the test', name) } as unknown as IDBOpenDBRequest
  setImmediate(() => {
    const event = new Event('error', { cancelable: true })
    Object.defineProperty(event, 'target', { value: request })
    request.onerror?.(event)
  })
  return request
}
