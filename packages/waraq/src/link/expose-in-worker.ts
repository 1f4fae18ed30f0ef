import { expose } from 'comlink'

/**
 * Exposes a connection to the page that started this worker. Does nothing on a server, which imports an application's modules too
 * but has no such page; and nothing in a page, to which pages of any origin may post.
 */
export function exposeInWorker(makeConnection: () => object): void {
  if ('postMessage' in globalThis && !('document' in globalThis)) expose(makeConnection())
}
