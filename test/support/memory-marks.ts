/** A `localStorage` in memory that a test can read. */
export function memoryMarks(
  items: Readonly<Record<string, string>> = {},
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { readonly all: Map<string, string> } {
  const all = new Map(Object.entries(items))
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  }
}
