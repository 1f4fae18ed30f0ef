import { setMaxListeners } from 'node:events'
import { createHash, createHmac, KeyObject } from 'node:crypto'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'

/**
 * Replaces the browser globals that user data uses, for one history:
 *
 * - an event that the network is back, for all tabs at the same time;
 * - a sign that IndexedDB exists, without which live queries do nothing;
 * - digests and signatures that are computed in this thread, since another thread would answer in an unpredictable turn, for
 *   which all would wait;
 * - random UUIDs that are counted instead;
 * - timers of 0 ms that are tasks, like the database's work.
 *
 * All tabs share one Dexie, which reports changes to them, so messages to other threads are dropped.
 */
export function pretendBrowser(): { readonly comeBack: () => void; readonly end: () => void } {
  const events = new EventTarget()
  // A tab that dies is followed by another, so any number of tabs listen.
  setMaxListeners(0, events)
  let count = 0
  const { setTimeout: wait } = globalThis
  const { indexedDB, IDBKeyRange: range } = Dexie.dependencies
  Object.assign(Dexie.dependencies, { indexedDB: new IDBFactory(), IDBKeyRange })
  const restores = [
    put(globalThis, 'addEventListener', events.addEventListener.bind(events)),
    put(globalThis, 'removeEventListener', events.removeEventListener.bind(events)),
    put(globalThis, 'setTimeout', (work: () => void, ms?: number, ...rest: unknown[]) =>
      ms === 0 ? setImmediate(work) : wait(work, ms, ...rest),
    ),
    put(crypto, 'randomUUID', () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`),
    put(crypto.subtle, 'digest', (_: unknown, bytes: Uint8Array) =>
      Promise.resolve(new Uint8Array(createHash('sha256').update(bytes).digest()).buffer),
    ),
    put(crypto.subtle, 'sign', (_: unknown, key: CryptoKey, bytes: Uint8Array) =>
      Promise.resolve(new Uint8Array(hmac(key, bytes)).buffer),
    ),
    put(crypto.subtle, 'verify', (_: unknown, key: CryptoKey, signature: Uint8Array, bytes: Uint8Array) =>
      Promise.resolve(hmac(key, bytes).equals(signature)),
    ),
    put(BroadcastChannel.prototype, 'postMessage', () => undefined),
  ]
  return {
    comeBack: () => void events.dispatchEvent(new Event('online')),
    end: () => {
      for (const restore of restores) restore()
      Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange: range })
    },
  }
}

const hmac = (key: CryptoKey, bytes: Uint8Array) =>
  createHmac('sha256', KeyObject.from(key)).update(bytes).digest()

function put(target: object, name: string, value: unknown): () => void {
  const former = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { configurable: true, writable: true, value })
  return () => {
    if (former) Object.defineProperty(target, name, former)
    else Reflect.deleteProperty(target, name)
  }
}
