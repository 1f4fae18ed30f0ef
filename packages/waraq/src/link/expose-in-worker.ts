import { expose } from 'comlink'

/**
 * Exposes a connection to the page that started this worker. Does nothing on a server, which also imports an application's
 * modules but has no such page. Does nothing in a page either, because pages of any origin may post messages to it.
 */
export function exposeInWorker(makeConnection: () => object): void {
  if ('postMessage' in globalThis && !('document' in globalThis)) expose(makeConnection())
}
