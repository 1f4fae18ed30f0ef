import { types } from 'node:util'

/**
 * The in-memory database copies each value on its way in and out with `structuredClone`. In Node that sends the value
 * through a message port, which costs six times as much as walking a small record. Plain data is walked here. A value that
 * is not plain, or cannot be cloned at all, is passed to the real function and gets its result or its error.
 */
const realClone = globalThis.structuredClone

/** Deeper than any record. Also ends the walk of values that refer to themselves. */
const mostDepth = 32

/** Marks a value that only the real function can judge. */
const notPlain = Symbol('not plain')

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return notPlain
  if (typeof value !== 'object' || value === null) return value
  if (depth > mostDepth || types.isProxy(value)) return notPlain
  // Byte arrays of this kind differ only in their values.
  if (Object.getPrototypeOf(value) === Uint8Array.prototype) return (value as Uint8Array).slice()
  return Array.isArray(value) ? copyOfList(value, depth) : copyOfRecord(value, depth)
}

function copyOfList(list: readonly unknown[], depth: number): unknown {
  // Neither holes nor named properties in addition to the numbers.
  if (Object.keys(list).length !== list.length) return notPlain
  const copies: unknown[] = []
  for (const item of list) {
    const copy = copyOf(item, depth + 1)
    if (copy === notPlain) return notPlain
    copies.push(copy)
  }
  return copies
}

function copyOfRecord(record: object, depth: number): unknown {
  if (Object.getPrototypeOf(record) !== Object.prototype) return notPlain
  const copies: Record<string, unknown> = {}
  for (const name of Object.keys(record)) {
    // Assigning it would change the copy's prototype.
    if (name === '__proto__') return notPlain
    const copy = copyOf((record as Record<string, unknown>)[name], depth + 1)
    if (copy === notPlain) return notPlain
    copies[name] = copy
  }
  return copies
}

/** Like `structuredClone`, except that an object which a value contains twice becomes two objects. */
export function plainClone<T>(value: T, options?: StructuredSerializeOptions): T {
  const copy = options ? notPlain : copyOf(value, 0)
  return copy === notPlain ? realClone(value, options) : (copy as T)
}
