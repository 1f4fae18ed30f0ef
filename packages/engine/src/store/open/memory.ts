import type { DatabaseOptions } from '../database.ts'

/** An IndexedDB that lives in memory: lost with the page or worker, the same in every other way. */
export type MemoryStorage = Required<Pick<DatabaseOptions, 'indexedDB' | 'IDBKeyRange'>>

/**
 * Makes one. Given from the doors of page and worker only: a service worker lives for seconds, so a library in its memory
 * would be of no use, and its bundle goes without the code.
 */
export type LoadMemory = () => Promise<MemoryStorage>

const memories = new Map<string, Promise<MemoryStorage>>()

/** Whether an engine of this page or worker already keeps that library in memory. */
export function isInMemory(name: string): boolean {
  return memories.has(name)
}

/**
 * One memory a database name, so that engine and store of one page or worker meet. Without `load`, the one that is there
 * already, or undefined.
 */
export function memoryStorage(name: string, load?: LoadMemory): Promise<MemoryStorage> | undefined {
  const known = memories.get(name)
  if (known || !load) return known
  const memory = load()
  memories.set(name, memory)
  memory.catch(() => memories.delete(name))
  return memory
}
