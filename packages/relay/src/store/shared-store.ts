/**
 * A store that several processes share; each key lives for a time. As private as the client secret, because it holds tokens.
 *
 * Each operation may fail, hang or answer anything: the relay then goes on without it.
 */
export interface SharedStore {
  /** Undefined where there is nothing, or its time is over. */
  get(key: string): Promise<unknown>
  /** `value` is JSON. */
  set(key: string, value: unknown, ttlMs: number): Promise<void>
  remove(key: string): Promise<void>
  /** True for the one owner that finds the key free. It holds the key for `ttlMs`, or until it releases it. */
  claim(key: string, owner: string, ttlMs: number): Promise<boolean>
  /** Gives a claim back, unless it has gone to another owner. */
  release(key: string, owner: string): Promise<void>
  /** Adds to counts, which end `ttlMs` after their first; gives the sums, in the same order. */
  add(amounts: ReadonlyMap<string, number>, ttlMs: number): Promise<readonly number[]>
}
