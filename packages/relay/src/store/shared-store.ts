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
  /**
   * Compare and swap: puts `after` in the place of `before`, in one step of the store. Undefined stands for no value. False
   * where the key has another value than `before`; then nothing is changed.
   */
  swap(key: string, before: string | undefined, after: string | undefined, ttlMs: number): Promise<boolean>
  /** Adds to counts, which end `ttlMs` after their first; gives the sums, in the same order. */
  add(amounts: ReadonlyMap<string, number>, ttlMs: number): Promise<readonly number[]>
}
