/** The library's own workers. Bundlers recognise exactly this form: they build or copy the file, and insert its URL here. */
export function ownWorker(): Worker {
  return new Worker(new URL('../worker.bundle.js', import.meta.url), { type: 'module', name: 'waraq' })
}

export function ownSearchWorker(): Worker {
  return new Worker(new URL('../search-worker.bundle.js', import.meta.url), {
    type: 'module',
    name: 'waraq-search',
  })
}
