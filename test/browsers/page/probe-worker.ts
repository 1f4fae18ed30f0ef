import { featuresHere } from './features.ts'

/** Tells what there is where it runs: in a worker by itself, in a service worker when asked. */

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
