/** The library's own worker. Bundlers find it by this very form: they make a file of it, or copy it, and put its address here. */
export function ownWorker(): Worker {
  return new Worker(new URL('../worker.bundle.js', import.meta.url), { type: 'module', name: 'waraq' })
}
