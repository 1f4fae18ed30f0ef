import type { Locks } from './lock.ts'

/** Web Locks of one origin, as far as the engine uses them: one holder a name, a queue, signals and stealing. */
export function fakeLocks(): Locks {
  const holders = new Map<string, (stolen: DOMException) => void>()
  const queues = new Map<string, (() => void)[]>()

  async function hold(name: string, work: (lock: null) => unknown): Promise<unknown> {
    let steal: (stolen: DOMException) => void = () => undefined
    const stolen = new Promise<never>((_, reject) => (steal = reject))
    holders.set(name, steal)
    try {
      return await Promise.race([Promise.resolve(work(null)), stolen])
    } finally {
      if (holders.get(name) === steal) {
        holders.delete(name)
        queues.get(name)?.shift()?.()
      }
    }
  }

  function request(name: string, options: LockOptions, work: (lock: null) => unknown): Promise<unknown> {
    const { signal, steal } = options
    if (steal) holders.get(name)?.(new DOMException('The lock was stolen', 'AbortError'))
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    if (steal || !holders.has(name)) return hold(name, work)
    return new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? []
      queues.set(name, queue)
      const leave = () => {
        queue.splice(queue.indexOf(enter), 1)
        reject(signal!.reason as Error)
      }
      const enter = () => {
        signal?.removeEventListener('abort', leave)
        resolve(hold(name, work))
      }
      queue.push(enter)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }
  return { request } as unknown as Locks
}
