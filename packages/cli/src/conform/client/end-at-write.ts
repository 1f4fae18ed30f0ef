type Method = (this: object, ...args: unknown[]) => unknown

/** The transaction of a write to IndexedDB. Undefined for `localStorage`, where each write counts separately. */
function transactionOf(target: object): IDBTransaction | undefined {
  if ('transaction' in target) return target.transaction as IDBTransaction
  const { source } = target as { source?: IDBObjectStore | IDBIndex }
  return source && ('objectStore' in source ? source.objectStore : source).transaction
}

/** The APIs that clients in this program write to: IndexedDB and `localStorage`, if they exist. */
function writers(): (readonly [prototype: Record<string, Method>, methods: readonly string[]])[] {
  const there = globalThis as unknown as Record<string, { prototype: Record<string, Method> } | undefined>
  const all = [
    ['IDBObjectStore', ['put', 'add', 'delete', 'clear']],
    ['IDBCursor', ['update', 'delete']],
    ['Storage', ['setItem', 'removeItem', 'clear']],
  ] as const
  return all.flatMap(([name, methods]) => {
    const prototype = there[name]?.prototype
    return prototype ? [[prototype, methods] as const] : []
  })
}

/** A request that never settles. */
const unanswered = () =>
  Object.assign(new EventTarget(), { readyState: 'pending', onsuccess: null, onerror: null })

/**
 * Ends the running client at its nth write; a transaction counts as one write. Nothing of that transaction is written, and
 * nothing after it. The client gets no error: it waits, or continues without effect. `restore` lets others write again.
 */
export function endAtWrite(nth: number, onEnd: () => void): { restore(): void } {
  const seen = new WeakSet<IDBTransaction>()
  let count = 0
  const restored = writers().flatMap(([prototype, methods]) =>
    methods.map((name) => {
      const original = prototype[name]!
      prototype[name] = function (...args) {
        const transaction = transactionOf(this)
        if (!transaction || !seen.has(transaction)) {
          if (transaction) seen.add(transaction)
          if (++count === nth) onEnd()
        }
        if (count < nth) return original.apply(this, args)
        return transaction && unanswered()
      }
      return () => {
        prototype[name] = original
      }
    }),
  )
  return { restore: () => restored.forEach((restore) => restore()) }
}
