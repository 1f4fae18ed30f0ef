import { settled } from '@waraq/test-support/read-tables'

/** Detects the features of a browser in the current realm, by using them if possible. */

/** Availability by feature name, without features that make no sense in this realm. */
export type Features = Readonly<Record<string, boolean>>

type Probe = () => unknown

async function storesRecords(): Promise<boolean> {
  const name = `probe:${crypto.randomUUID()}`
  const opening = indexedDB.open(name)
  opening.onupgradeneeded = () => opening.result.createObjectStore('table')
  const db = await settled(opening)
  await settled(db.transaction('table', 'readwrite').objectStore('table').put('value', 'key'))
  const value = await settled<unknown>(db.transaction('table').objectStore('table').get('key'))
  db.close()
  await settled(indexedDB.deleteDatabase(name))
  return value === 'value'
}

function locks(): Promise<boolean> {
  return navigator.locks.request(`probe:${crypto.randomUUID()}`, (lock) => lock !== null)
}

async function stealsLocks(): Promise<boolean> {
  const name = `probe:${crypto.randomUUID()}`
  let reported!: (holds: true) => void
  const held = new Promise<true>((resolve) => (reported = resolve))
  const robbed = navigator.locks
    .request(name, () => {
      reported(true)
      return new Promise<never>(() => undefined)
    })
    .then(
      () => false,
      () => true,
    )
  await held
  const stolen = await navigator.locks.request(name, { steal: true }, () => true)
  return stolen && (await robbed)
}

async function storesAnswers(): Promise<boolean> {
  const name = `probe:${crypto.randomUUID()}`
  const cache = await caches.open(name)
  await cache.put('https://probe.invalid/', new Response('value'))
  const value = await (await caches.match('https://probe.invalid/', { cacheName: name }))?.text()
  return (await caches.delete(name)) && value === 'value'
}

function hears(): Promise<boolean> {
  const name = `probe:${crypto.randomUUID()}`
  const [one, other] = [new BroadcastChannel(name), new BroadcastChannel(name)]
  return new Promise((resolve) => {
    other.onmessage = () => {
      one.close()
      other.close()
      resolve(true)
    }
    one.postMessage('hello')
  })
}

async function unpacks(): Promise<boolean> {
  const packed = new Blob(['hello']).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text()) === 'hello'
}

/** Newer than TypeScript's library, or available in some browsers only. */
const { storage, connection } = navigator as {
  readonly storage?: Partial<StorageManager>
  readonly connection?: object
}

const everywhere: Readonly<Record<string, Probe>> = {
  IndexedDB: storesRecords,
  'Cache Storage': storesAnswers,
  'Web Locks': locks,
  'Web Locks: steal': stealsLocks,
  BroadcastChannel: hears,
  DecompressionStream: unpacks,
  SyncManager: () => 'SyncManager' in globalThis,
  PeriodicSyncManager: () => 'PeriodicSyncManager' in globalThis,
  'navigator.storage.estimate': async () => (await storage!.estimate!()).quota !== undefined,
  'navigator.storage.persisted': async () => typeof (await storage!.persisted!()) === 'boolean',
  'navigator.connection': () => connection !== undefined,
}

async function isThere(probe: Probe): Promise<boolean> {
  try {
    return (await probe()) === true
  } catch {
    return false
  }
}

/** Features of every realm, and some that only this realm has. */
export async function featuresHere(own: Readonly<Record<string, Probe>> = {}): Promise<Features> {
  const probes = Object.entries({ ...everywhere, ...own })
  return Object.fromEntries(
    await Promise.all(probes.map(async ([name, probe]) => [name, await isThere(probe)] as const)),
  )
}
