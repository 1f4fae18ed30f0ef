import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { createStorage } from 'unstorage'
import { describe } from 'vitest'
import { memoryStore } from './memory-store.ts'
import type { SharedStore } from './shared-store.ts'
import { storageStore } from './storage-store.ts'
import { keepsItsPromises } from './store-promises.test-support.ts'

describe.each<[string, () => SharedStore]>([
  ['memory', () => memoryStore(new VirtualClock())],
  ['a storage without steps of its own', () => storageStore(createStorage())],
])('%s', (_, make) => keepsItsPromises(make))
