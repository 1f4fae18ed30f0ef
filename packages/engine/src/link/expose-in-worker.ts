import { expose } from 'comlink'

/**
 * Exposes a door to the page that started this worker. Does nothing on a server, which imports an application's modules too
 * but has no such page.
 */
export function exposeInWorker(makeDoor: () => object): void {
  if ('postMessage' in globalThis) expose(makeDoor())
}
