import type { MemoryStorage } from './memory.ts'

/** Loaded when first needed only, which is hardly ever. */
export async function loadMemory(): Promise<MemoryStorage> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  return {
    indexedDB: new IDBFactory(),
    IDBKeyRange: IDBKeyRange as unknown as typeof globalThis.IDBKeyRange,
  }
}
