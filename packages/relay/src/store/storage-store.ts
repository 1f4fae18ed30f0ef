import { sha256Hex } from '@waraq/protocol'
import type { SharedStore } from './shared-store.ts'

/** The part of an `unstorage` storage that is used: `createStorage({ driver: redisDriver({ url }) })`. */
export interface KeyValueStorage {
  getItem(key: string): Promise<unknown>
  setItem(key: string, value: string, options?: { readonly ttl: number }): Promise<void>
  removeItem(key: string): Promise<void>
  getMount(key: string): {
    readonly driver: {
      readonly name?: string | undefined
      readonly options?: unknown
      readonly getInstance?: (() => unknown) | undefined
    }
  }
}

/** The part of an `ioredis` client that is used. */
interface Redis {
  eval(script: string, keys: number, ...args: (string | number)[]): Promise<unknown>
  on?(event: 'error', listener: () => void): unknown
}

const scripts = {
  get: "return redis.call('GET', KEYS[1])",
  set: "return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])",
  remove: "return redis.call('DEL', KEYS[1])",
  // The empty text is not JSON, so it stands for no value.
  swap: `
    if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end
    if ARGV[2] == '' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
    return 1`,
  add: `
    local sums = {}
    for index, key in ipairs(KEYS) do
      local amount = tonumber(ARGV[index + 1])
      sums[index] = redis.call('INCRBY', key, amount)
      if sums[index] == amount then redis.call('PEXPIRE', key, ARGV[1]) end
    end
    return sums`,
}

/** Keys are hashed: storages give some characters a meaning, and callers' addresses should not be stored in plain text. */
async function storedKey(key: string): Promise<string> {
  const kind = /^[a-z]+/.exec(key)?.[0] ?? 'other'
  return `waraq:${kind}:${await sha256Hex(key)}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const jsonOf = (value: unknown) => (value === undefined ? '' : JSON.stringify(value))

/** Each operation is one atomic step of the server. `base` is the prefix of each key, as in the storage's own driver. */
function redisStoreOf(server: Redis, base: string): SharedStore {
  // Failing operations already report a lost connection.
  server.on?.('error', () => undefined)
  const ask = async (script: keyof typeof scripts, keys: readonly string[], ...args: (string | number)[]) => {
    const stored = await Promise.all(keys.map(storedKey))
    return server.eval(scripts[script], keys.length, ...stored.map((key) => base + key), ...args)
  }
  return {
    get: async (key) => {
      const text = await ask('get', [key])
      return typeof text === 'string' ? parsed(text) : undefined
    },
    set: async (key, value, ttlMs) => void (await ask('set', [key], jsonOf(value), ttlMs)),
    remove: async (key) => void (await ask('remove', [key])),
    swap: async (key, before, after, ttlMs) =>
      (await ask('swap', [key], jsonOf(before), jsonOf(after), ttlMs)) === 1,
    add: async (amounts, ttlMs) =>
      (await ask('add', [...amounts.keys()], ttlMs, ...amounts.values())) as number[],
  }
}

/** Storages take lifetimes in whole seconds. */
const seconds = (ms: number) => Math.max(1, Math.ceil(ms / 1000))

/** A count, and the time at which it expires, in milliseconds since the epoch: a later addition must not move it. */
interface Count {
  readonly sum: number
  readonly endsAt: number
}

/** The count, unless it has expired. An end that is too far ahead is of a clock that was wrong. */
function countIn(stored: unknown, now: number, ttlMs: number): Count | undefined {
  const { sum, endsAt } = (stored ?? {}) as Partial<Count>
  if (typeof sum !== 'number' || typeof endsAt !== 'number') return undefined
  return endsAt > now && endsAt <= now + ttlMs ? { sum, endsAt } : undefined
}

/** A storage that can only read and write: another process may write between the two steps of a swap or a count. */
function plainStoreOf(storage: KeyValueStorage): SharedStore {
  /** A storage parses JSON automatically. */
  const read = async (key: string) => (await storage.getItem(await storedKey(key))) ?? undefined

  const write = async (key: string, value: unknown, ttlMs: number) =>
    storage.setItem(await storedKey(key), JSON.stringify(value), { ttl: seconds(ttlMs) })

  const remove = async (key: string) => storage.removeItem(await storedKey(key))

  return {
    get: read,
    set: write,
    remove,
    swap: async (key, before, after, ttlMs) => {
      if ((await read(key)) !== before) return false
      await (after === undefined ? remove(key) : write(key, after, ttlMs))
      return (await read(key)) === after
    },
    add: (amounts, ttlMs) =>
      Promise.all(
        Array.from(amounts, async ([key, amount]) => {
          const now = Date.now()
          const before = countIn(await read(key), now, ttlMs) ?? { sum: 0, endsAt: now + ttlMs }
          const count: Count = { ...before, sum: before.sum + amount }
          await write(key, count, count.endsAt - now)
          return count.sum
        }),
      ),
  }
}

/**
 * Creates a shared store from a storage of `unstorage`. With its Redis driver each operation is a single atomic step of the
 * server, so that only one process of a fleet calls the issuer, and a sign-out wins over a renewal. Other drivers have no
 * atomic steps: two processes may both get a claim, counts may be too low, and a session may survive a sign-out during its
 * renewal.
 */
export function storageStore(storage: KeyValueStorage): SharedStore {
  let made: SharedStore | undefined
  const store = () => (made ??= storeOf(storage))
  return {
    get: async (key) => store().get(key),
    set: async (key, value, ttlMs) => store().set(key, value, ttlMs),
    remove: async (key) => store().remove(key),
    swap: async (key, before, after, ttlMs) => store().swap(key, before, after, ttlMs),
    add: async (amounts, ttlMs) => store().add(amounts, ttlMs),
  }
}

function storeOf(storage: KeyValueStorage): SharedStore {
  const { name, options, getInstance } = storage.getMount('waraq:').driver
  if (name !== 'redis' || !getInstance) return plainStoreOf(storage)
  const base = (options as { base?: unknown } | undefined)?.base
  return redisStoreOf(
    getInstance() as Redis,
    typeof base === 'string' && base !== '' ? `${base.replace(/:$/, '')}:` : '',
  )
}
