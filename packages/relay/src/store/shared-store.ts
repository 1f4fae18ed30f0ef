/**
 * What several processes share, each key for a time. As private as the client secret: it holds tokens.
 *
 * Each operation may fail, hang or answer anything: what uses it does without it then.
 */
export interface SharedStore {
  /** Undefined where there is nothing, or its time is over. */
  get(key: string): Promise<unknown>
  /** `value` is JSON. */
  set(key: string, value: unknown, ttlMs: number): Promise<void>
  remove(key: string): Promise<void>
  /** True for the one caller that finds the key free; it has it for `ttlMs`, or until it gives it back. */
  claim(key: string, owner: string, ttlMs: number): Promise<boolean>
  /** Gives a claim back, unless it has gone to another owner. */
  release(key: string, owner: string): Promise<void>
  /** Adds one to a count that ends `ttlMs` after its first; gives the sum. */
  count(key: string, ttlMs: number): Promise<number>
}
