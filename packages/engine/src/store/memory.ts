import type { DatabaseOptions } from './database.ts'

/** An IndexedDB that lives in memory: lost with the page or worker, the same in every other way. */
export type MemoryStorage = Required<Pick<DatabaseOptions, 'indexedDB' | 'IDBKeyRange'>>

const memories = new Map<string, Promise<MemoryStorage>>()

/** Whether an engine of this page or worker already keeps that library in memory. */
export function isInMemory(name: string): boolean {
  return memories.has(name)
}

/** One memory a database name, so that engine and store of one page or worker meet. Loaded when first needed only. */
export function memoryStorage(name: string): Promise<MemoryStorage> {
  const known = memories.get(name)
  if (known) return known
  const memory = import('fake-indexeddb').then(({ IDBFactory, IDBKeyRange }) => ({
    indexedDB: new IDBFactory(),
    IDBKeyRange: IDBKeyRange as unknown as typeof globalThis.IDBKeyRange,
  }))
  memories.set(name, memory)
  memory.catch(() => memories.delete(name))
  return memory
}
