/** Shares tokens, limits, locks and sessions of several processes through a Redis. Needs `unstorage` and `ioredis`. */
import { createStorage } from 'unstorage'
import redisDriver from 'unstorage/drivers/redis'
import type { SharedStore } from './store/shared-store.ts'
import { storageStore } from './store/storage-store.ts'

export { storageStore, type KeyValueStorage } from './store/storage-store.ts'

/** A store that has a connection. */
export type RedisStore = SharedStore & { readonly close: () => Promise<void> }

/**
 * A store in the Redis at `url`, such as `rediss://:password@redis.example:6379/0`. While the
 * Redis is gone, operations fail at once, and the relay goes on without the store.
 */
export function redisStore(url: string): RedisStore {
  const driver = redisDriver({
    url,
    // Connects before the first callers come: a connection takes several turns, which a burst of callers delays.
    preConnect: true,
    maxRetriesPerRequest: 1,
    connectTimeout: 2_000,
    // The relay has given up commands that were under way when the connection was lost.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times: number) => Math.min(times * 100, 2_000),
  })
  // Operations that fail tell of a lost connection.
  driver.getInstance!().on('error', () => undefined)
  const storage = createStorage({ driver })
  return { ...storageStore(storage), close: () => storage.dispose() }
}
