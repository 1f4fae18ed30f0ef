/**
 * A store that several processes share; each key has a lifetime. It must be as private as the client secret, because it
 * contains tokens.
 *
 * Each operation may fail, hang or return anything: the relay then continues without the store.
 */
export interface SharedStore {
  /** Undefined if there is no value, or it has expired. */
  get(key: string): Promise<unknown>
  /** `value` is JSON. */
  set(key: string, value: unknown, ttlMs: number): Promise<void>
  remove(key: string): Promise<void>
  /**
   * Compare and swap: replaces `before` by `after` in one atomic step of the store. Undefined stands for no value. Returns
   * false, and changes nothing, if the key has another value than `before`.
   */
  swap(key: string, before: string | undefined, after: string | undefined, ttlMs: number): Promise<boolean>
  /** Adds to counts, which expire `ttlMs` after they were first added to; returns the sums in the same order. */
  add(amounts: ReadonlyMap<string, number>, ttlMs: number): Promise<readonly number[]>
}
