import type { Locks } from './locks.ts'

/** A request for a lock, which holds it or waits for it. */
interface Request {
  readonly enter: () => void
  /** Called when the lock is stolen: ends the request, although its work continues. */
  readonly lose: () => void
}

/**
 * Web Locks within one process: exclusive, first come first served. For Node before version 24, which has no Web Locks; there
 * a library, usually in memory, belongs to one process. Browsers have Web Locks wherever an engine can run.
 */
export class ProcessLocks implements Locks {
  /** By name of the lock: first the request that holds it, then the requests that wait. */
  readonly #lines = new Map<string, Request[]>()

  readonly request = ((name: string, options: LockOptions, work: (lock: Lock | null) => unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const { signal, ifAvailable = false, steal = false } = options
      if (signal?.aborted) return reject(signal.reason as Error)
      const line = this.#lines.get(name) ?? []
      if (ifAvailable && line.length > 0) return resolve(Promise.resolve(null).then(work))
      this.#lines.set(name, line)
      const giveUp = () => {
        this.#leave(name, request)
        reject(signal?.reason as Error)
      }
      const enter = () => {
        signal?.removeEventListener('abort', giveUp)
        const done = Promise.resolve({ name, mode: 'exclusive' } as const).then(work)
        done.finally(() => this.#leave(name, request)).then(resolve, reject)
      }
      const lose = () => reject(new DOMException('The lock was stolen.', 'AbortError'))
      const request = { enter, lose }
      if (steal) line.shift()?.lose()
      else signal?.addEventListener('abort', giveUp, { once: true })
      const isFirst = steal || line.length === 0
      if (isFirst) line.unshift(request)
      else line.push(request)
      if (isFirst) enter()
    })) as Locks['request']

  #leave(name: string, request: Request): void {
    const line = this.#lines.get(name) ?? []
    const place = line.indexOf(request)
    if (place < 0) return
    line.splice(place, 1)
    if (line.length === 0) this.#lines.delete(name)
    else if (place === 0) line[0]?.enter()
  }
}

const made = new WeakMap<object, Locks>()

/** Returns the locks of this object, such as an IndexedDB: all callers that share the object get the same locks. */
export function processLocks(shared: object): Locks {
  const locks = made.get(shared) ?? new ProcessLocks()
  made.set(shared, locks)
  return locks
}
