/** The library's own workers. Bundlers find them by this very form: they make a file of it, or copy it, and put its address here. */
export function ownWorker(): Worker {
  return new Worker(new URL('../worker.bundle.js', import.meta.url), { type: 'module', name: 'waraq' })
}

export function ownSearchWorker(): Worker {
  return new Worker(new URL('../search-worker.bundle.js', import.meta.url), {
    type: 'module',
    name: 'waraq-search',
  })
}
