import { expose } from 'comlink'

/**
 * Exposes a door to the page that started this worker. On a server, where an application's modules are imported too, there
 * is no such page, and nothing happens.
 */
export function exposeInWorker(makeDoor: () => object): void {
  if ('postMessage' in globalThis) expose(makeDoor())
}
