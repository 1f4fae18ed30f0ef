/** The part of the Web Locks API that is used. */
export type Locks = Pick<LockManager, 'request'>

interface Request {
  readonly owner: object
  readonly enter: () => void
  /** Called when another request steals the lock: the request ends, although its leader's code continues. */
  readonly lose: () => void
}

/** Web Locks as the tabs of one browser share them: exclusive, first come first served, released when a tab dies. */
export class SharedLocks {
  readonly #queues = new Map<string, Request[]>()
  readonly #names = new Set<string>()
  readonly #released = new WeakSet()

  /** Locks that are held or requested. The set stays up to date. */
  get names(): ReadonlySet<string> {
    return this.#names
  }

  /** The `navigator.locks` of one tab or worker. */
  of(owner: object): Locks {
    const request = (
      name: string,
      options: LockOptions,
      callback: LockGrantedCallback<unknown>,
    ): Promise<unknown> =>
      new Promise((resolve, reject) => {
        if (this.#released.has(owner)) return
        const { signal, ifAvailable = false, steal = false } = options
        if (signal?.aborted) {
          reject(signal.reason as Error)
          return
        }
        const onAbort = () => {
          this.#remove(name, entry)
          reject(signal?.reason as Error)
        }
        const hold = async () => {
          signal?.removeEventListener('abort', onAbort)
          try {
            resolve(await callback({ name, mode: 'exclusive' }))
          } catch (error) {
            reject(error as Error)
          } finally {
            this.#remove(name, entry)
          }
        }
        const entry: Request = {
          owner,
          enter: () => void hold(),
          lose: () => reject(new DOMException('The lock was stolen', 'AbortError')),
        }
        const queue = this.#queues.get(name) ?? []
        if (ifAvailable && queue.length > 0) {
          resolve(Promise.resolve().then(() => callback(null)))
          return
        }
        this.#queues.set(name, queue)
        this.#names.add(name)
        if (steal) {
          queue.shift()?.lose()
          queue.unshift(entry)
          entry.enter()
        } else {
          signal?.addEventListener('abort', onAbort, { once: true })
          queue.push(entry)
          if (queue[0] === entry) entry.enter()
        }
      })
    return { request: request as Locks['request'] }
  }

  /** The browser releases all locks and requests of a dead tab, and never answers later requests of its code. */
  release(owner: object): void {
    this.#released.add(owner)
    for (const [name, queue] of this.#queues) {
      for (const entry of queue.filter((other) => other.owner === owner).reverse()) this.#remove(name, entry)
    }
  }

  #remove(name: string, entry: Request): void {
    const queue = this.#queues.get(name) ?? []
    const index = queue.indexOf(entry)
    if (index < 0) return
    queue.splice(index, 1)
    if (index === 0) queue[0]?.enter()
    if (queue.length === 0) {
      this.#queues.delete(name)
      this.#names.delete(name)
    }
  }
}

/** The locks of an origin whose tabs are all alive. */
export function fakeLocks(): Locks {
  return new SharedLocks().of({})
}
