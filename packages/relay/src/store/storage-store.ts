import { sha256Hex } from '@waraq/contract'
import type { SharedStore } from './shared-store.ts'

/** The part of an `unstorage` storage that is used: `createStorage({ driver: redisDriver({ url }) })`. */
export interface KeyValueStorage {
  getItem(key: string): Promise<unknown>
  setItem(key: string, value: string, options?: { readonly ttl: number }): Promise<void>
  removeItem(key: string): Promise<void>
  getMount(key: string): { readonly driver: { readonly getInstance?: (() => unknown) | undefined } }
}

/** The part of an `ioredis` client that is used. */
interface Redis {
  eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown>
  on?(event: 'error', listener: () => void): unknown
}

const claimScript = "return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2], 'NX') and 1 or 0"
const releaseScript = "return redis.call('GET', KEYS[1]) == ARGV[1] and redis.call('DEL', KEYS[1]) or 0"
const addScript = `
  local sums = {}
  for index, key in ipairs(KEYS) do
    local amount = tonumber(ARGV[index + 1])
    sums[index] = redis.call('INCRBY', key, amount)
    if sums[index] == amount then redis.call('PEXPIRE', key, ARGV[1]) end
  end
  return sums`

/** A storage's own times are whole seconds. */
const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/** Keys are hashed: storages give some signs a meaning, and callers' addresses should not be stored in clear. */
async function storedKey(key: string): Promise<string> {
  const kind = /^[a-z]+/.exec(key)?.[0] ?? 'other'
  return `waraq:${kind}:${await sha256Hex(key)}`
}

function redisOf(storage: KeyValueStorage, key: string): Redis | undefined {
  const instance = storage.getMount(key).driver.getInstance?.()
  return typeof (instance as Partial<Redis> | undefined)?.eval === 'function'
    ? (instance as Redis)
    : undefined
}

/**
 * Shares through a storage of `unstorage`. With its Redis driver, claims and counts are single steps of the server, so that
 * one process of a fleet asks the issuer. Other drivers have no such steps: two processes may both have a claim, and counts may
 * miss some.
 */
export function storageStore(storage: KeyValueStorage): SharedStore {
  let redis: Redis | undefined
  let isKnown = false

  function client(key: string): Redis | undefined {
    if (!isKnown) {
      redis = redisOf(storage, key)
      // Operations that fail tell of a lost connection.
      redis?.on?.('error', () => undefined)
      isKnown = true
    }
    return redis
  }

  /** A storage reads JSON by itself. */
  const read = async (stored: string) => (await storage.getItem(stored)) ?? undefined

  const write = (stored: string, value: unknown, ttlMs: number) =>
    storage.setItem(stored, JSON.stringify(value), { ttl: seconds(ttlMs) })

  return {
    get: async (key) => read(await storedKey(key)),
    set: async (key, value, ttlMs) => write(await storedKey(key), value, ttlMs),
    remove: async (key) => storage.removeItem(await storedKey(key)),
    claim: async (key, owner, ttlMs) => {
      const stored = await storedKey(key)
      const server = client(stored)
      if (server) return (await server.eval(claimScript, 1, stored, JSON.stringify(owner), ttlMs)) === 1
      if ((await read(stored)) !== undefined) return false
      await write(stored, owner, ttlMs)
      return (await read(stored)) === owner
    },
    release: async (key, owner) => {
      const stored = await storedKey(key)
      const server = client(stored)
      if (server) await server.eval(releaseScript, 1, stored, JSON.stringify(owner))
      else if ((await read(stored)) === owner) await storage.removeItem(stored)
    },
    add: async (amounts, ttlMs) => {
      const stored = await Promise.all([...amounts.keys()].map(storedKey))
      const server = client(stored[0]!)
      if (server)
        return (await server.eval(
          addScript,
          stored.length,
          ...stored,
          ttlMs,
          ...amounts.values(),
        )) as number[]
      return Promise.all(
        [...amounts.values()].map(async (amount, index) => {
          const key = stored[index]!
          const before = await read(key)
          const sum = (typeof before === 'number' ? before : 0) + amount
          await write(key, sum, ttlMs)
          return sum
        }),
      )
    },
  }
}
