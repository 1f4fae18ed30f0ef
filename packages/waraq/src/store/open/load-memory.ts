import type { MemoryStorage } from './memory.ts'

/** Loads the code of an in-memory library, which is hardly ever needed. */
export async function loadMemory(): Promise<MemoryStorage> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  return {
    indexedDB: new IDBFactory(),
    IDBKeyRange: IDBKeyRange as unknown as typeof globalThis.IDBKeyRange,
  }
}
