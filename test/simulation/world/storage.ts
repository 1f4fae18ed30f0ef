/**
 * The device's IndexedDB as one tab accesses it. When the tab dies, its open transactions have no effect and its later
 * requests are never answered. Code of a dead tab may continue to run here, because promises cannot be stopped, but it
 * cannot change anything.
 */
export interface TabStorage {
  readonly factory: IDBFactory
  die(): void
}

interface RawTransaction {
  readonly db: unknown
  readonly mode: string
  readonly _state: string
  abort(): void
}

interface RawConnection {
  readonly _rawDatabase: { readonly transactions: readonly RawTransaction[] }
  transaction: IDBDatabase['transaction']
}

/** `onWrite` is called with each write transaction that the tab starts. */
export function tabStorage(shared: IDBFactory, onWrite: (transaction: IDBTransaction) => void): TabStorage {
  const connections = new Set<RawConnection>()
  let dead = false
  const keep = (connection: RawConnection) => {
    if (connections.has(connection)) return
    connections.add(connection)
    const { transaction: begin } = connection
    connection.transaction = (stores, mode, options) => {
      const transaction = begin.call(connection as unknown as IDBDatabase, stores, mode, options)
      if (mode === 'readwrite') onWrite(transaction)
      return transaction
    }
  }
  const open = (name: string, version?: number): IDBOpenDBRequest => {
    if (dead) return {} as IDBOpenDBRequest
    const request = shared.open(name, version)
    const keepResult = () => keep(request.result as unknown as RawConnection)
    request.addEventListener('upgradeneeded', keepResult)
    request.addEventListener('success', keepResult)
    return request
  }
  const factory = new Proxy(shared, {
    get: (target, name) => {
      if (name === 'open') return open
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return {
    factory,
    die: () => {
      dead = true
      for (const connection of connections) {
        connection.transaction = () => {
          throw new DOMException('The tab is gone', 'InvalidStateError')
        }
        for (const transaction of connection._rawDatabase.transactions) {
          if (transaction.db !== connection || transaction._state === 'finished') continue
          // A transaction that is committing can no longer be aborted, and a browser completes it without its tab.
          if (transaction._state === 'committing') continue
          // An upgrade under way may finish: the connection's own queue waits for it.
          if (transaction.mode !== 'versionchange') transaction.abort()
        }
      }
    },
  }
}
