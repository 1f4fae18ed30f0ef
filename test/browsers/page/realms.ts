import { featuresHere, type Features } from './features.ts'

/** Features by the realm in which they were found: page, worker, service worker. */
export type Realms = Readonly<Record<string, Features>>

/** The script that reports the features of each kind of worker. */
const script = '/probe-worker.js'

function inWorker(): Promise<Features> {
  const worker = new Worker(script, { type: 'module' })
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Features>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = ({ message }) => reject(new Error(message))
  })
}

/** The registration of a service worker that only reports features. */
export async function registered(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(script, { type: 'module' })
  return navigator.serviceWorker.ready
}

async function inServiceWorker(): Promise<Features> {
  const { active } = await registered()
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Features>) => resolve(data)
    active!.postMessage('tell', [port2])
  })
}

const ofPages = {
  'module workers': async () => (await inWorker()) !== undefined,
  'service worker of type module': async () => (await registered()).active !== null,
  'navigator.storage.persist': () => typeof navigator.storage.persist === 'function',
  'back/forward cache: notRestoredReasons': () =>
    'notRestoredReasons' in PerformanceNavigationTiming.prototype,
  'page lifecycle: freeze event': () => 'onfreeze' in document,
}

/** A realm that is not available has no features. */
export async function featuresByRealm(): Promise<Realms> {
  const none = (): Features => ({})
  return {
    page: await featuresHere(ofPages),
    worker: await inWorker().catch(none),
    'service worker': await inServiceWorker().catch(none),
  }
}
