import type { DatabaseOptions } from '../database.ts'

/** An IndexedDB in memory. It ends with the page or worker; otherwise it is like the browser's. */
export type MemoryStorage = Required<Pick<DatabaseOptions, 'indexedDB' | 'IDBKeyRange'>>

/**
 * Creates a storage in memory. Only the entry points of page and worker pass it. A service worker lives for seconds, so a library
 * in its memory would be of no use, and its bundle omits the code.
 */
export type LoadMemory = () => Promise<MemoryStorage>

const memories = new Map<string, Promise<MemoryStorage>>()

/** Whether an engine of this page or worker already keeps that library in memory. */
export function isInMemory(name: string): boolean {
  return memories.has(name)
}

/**
 * Returns the storage in memory of this database name. There is one per name, so that engine and store of one page or worker
 * share it. Without `load`, returns undefined if none was created yet.
 */
export function memoryStorage(name: string, load?: LoadMemory): Promise<MemoryStorage> | undefined {
  const known = memories.get(name)
  if (known || !load) return known
  const memory = load()
  memories.set(name, memory)
  memory.catch(() => memories.delete(name))
  return memory
}
