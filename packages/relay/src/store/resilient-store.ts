import type { RelayClock } from '../clock.ts'
import { within } from '../deadline.ts'
import type { RelayLog } from '../events/log.ts'
import type { SharedStore } from './shared-store.ts'

/** A shared store that never fails and never hangs: it returns undefined in both cases, and for a value of another form. */
export interface ResilientStore {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown, ttlMs: number): Promise<void>
  remove(key: string): Promise<void>
  swap(
    key: string,
    before: string | undefined,
    after: string | undefined,
    ttlMs: number,
  ): Promise<boolean | undefined>
  add(amounts: ReadonlyMap<string, number>, ttlMs: number): Promise<readonly number[] | undefined>
}

const withinMs = 500
/** How long a failed store is not used, so that not every caller waits for it. */
const pauseMs = 2_000

const isBoolean = (value: unknown) => typeof value === 'boolean'
const areCounts = (value: unknown, length: number) =>
  Array.isArray(value) &&
  value.length === length &&
  value.every((sum) => typeof sum === 'number' && Number.isSafeInteger(sum) && sum > 0)
const isAny = () => true

/**
 * Wraps a shared store: operations time out after half a second, results are checked, and a failed store is not used for
 * `pauseMs`.
 */
export function resilientStore(store: SharedStore, clock: RelayClock, log: RelayLog): ResilientStore {
  let pausedUntil = -Infinity

  async function attempt<T>(
    work: () => Promise<T>,
    isRight: (value: unknown) => boolean,
  ): Promise<T | undefined> {
    if (clock.monotonic() < pausedUntil) return undefined
    try {
      const value = await within(clock, withinMs, work)
      if (!isRight(value)) throw new Error('not what was asked for')
      return value
    } catch {
      pausedUntil = clock.monotonic() + pauseMs
      log({ event: 'store_failed' })
      return undefined
    }
  }

  return {
    get: (key) => attempt(() => store.get(key), isAny),
    set: async (key, value, ttlMs) => void (await attempt(() => store.set(key, value, ttlMs), isAny)),
    remove: async (key) => void (await attempt(() => store.remove(key), isAny)),
    swap: (key, before, after, ttlMs) => attempt(() => store.swap(key, before, after, ttlMs), isBoolean),
    add: (amounts, ttlMs) =>
      attempt(
        () => store.add(amounts, ttlMs),
        (value) => areCounts(value, amounts.size),
      ),
  }
}
