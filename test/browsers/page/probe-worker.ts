import { featuresHere } from './features.ts'

/** Reports the features of its realm: automatically in a worker, on request in a service worker. */

interface WorkerScope extends EventTarget {
  postMessage?: (message: unknown) => void
}

const scope = globalThis as WorkerScope
const features = featuresHere()

if (scope.postMessage) void features.then((found) => scope.postMessage!(found))
else {
  scope.addEventListener('message', (event) => {
    const [port] = (event as MessageEvent).ports
    void features.then((found) => port?.postMessage(found))
  })
}
