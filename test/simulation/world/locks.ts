import type { SyncEngineOptions } from '../../../packages/engine/src/options.ts'
import type { Owner } from './time.ts'

type EngineLocks = NonNullable<SyncEngineOptions['locks']>

interface Request {
  readonly owner: Owner
  readonly enter: () => void
  /** Somebody stole the lock: the request is over, although its holder's code runs on. */
  readonly lose: () => void
}

/** Web Locks as the tabs of one browser share them: exclusive, first come first served, given up when a tab dies. */
export class SharedLocks {
  readonly #queues = new Map<string, Request[]>()

  /** The `navigator.locks` of one tab. */
  of(owner: Owner): EngineLocks {
    const request = (
      name: string,
      options: LockOptions,
      callback: LockGrantedCallback<unknown>,
    ): Promise<unknown> =>
      new Promise((resolve, reject) => {
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
        const queue = this.#queue(name)
        if (ifAvailable && queue.length > 0) {
          resolve(Promise.resolve().then(() => callback(null)))
        } else if (steal) {
          queue.shift()?.lose()
          queue.unshift(entry)
          entry.enter()
        } else {
          signal?.addEventListener('abort', onAbort, { once: true })
          queue.push(entry)
          if (queue[0] === entry) entry.enter()
        }
      })
    return { request: request as unknown as EngineLocks['request'] }
  }

  /** The browser takes back what a dead tab held or waited for. */
  release(owner: Owner): void {
    for (const [name, queue] of this.#queues) {
      for (const entry of queue.filter((other) => other.owner === owner).reverse()) this.#remove(name, entry)
    }
  }

  #queue(name: string): Request[] {
    const queue = this.#queues.get(name) ?? []
    this.#queues.set(name, queue)
    return queue
  }

  #remove(name: string, entry: Request): void {
    const queue = this.#queue(name)
    const index = queue.indexOf(entry)
    if (index < 0) return
    queue.splice(index, 1)
    if (index === 0) queue[0]?.enter()
  }
}
