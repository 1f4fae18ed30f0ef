/** Shares tokens, limits, locks and sessions of several processes through a Redis. Needs `unstorage` and `ioredis`. */
import { createStorage } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'
import type { SharedStore } from './store/shared-store.ts'
import { storageStore } from './store/storage-store.ts'

export { storageStore, type KeyValueStorage } from './store/storage-store.ts'

/** A store with a connection that can be closed. */
export type RedisStore = SharedStore & { readonly close: () => Promise<void> }

/**
 * Creates a store in the Redis at `url`, such as `rediss://:password@redis.example:6379/0`. While the Redis is not reachable,
 * operations fail immediately, and the relay continues without the store.
 */
export function redisStore(url: string): RedisStore {
  const driver = redisDriver({
    url,
    // Connects before the first callers arrive: connecting takes several event loop turns, which a burst of callers delays.
    preConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    // The relay has already given up the commands that were in flight when the connection was lost.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times: number) => Math.min(times * 100, 2_000),
  })
  // Failing operations already report a lost connection.
  driver.getInstance!().on('error', () => undefined)
  const storage = createStorage({ driver })
  return { ...storageStore(storage), close: () => storage.dispose() }
}
