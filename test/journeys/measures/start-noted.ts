export interface StartNoted {
  /** Of the page until the first verse was in it: which tables, how. */
  readonly transactions: readonly string[]
  /** Names of workers that were started by then. */
  readonly workers: readonly string[]
  /** What scripts had fetched by then. */
  readonly requests: readonly string[]
  /** Paths of the scripts that the page had loaded by then. */
  readonly scripts: readonly string[]
  /** Of the page at that moment. */
  readonly text: string
}

/** Runs in the page before anything else of it, and stands alone. Leaves `firstVerse` as soon as there is one. */
export function noteStart(): void {
  const transactions: string[] = []
  const workers: string[] = []
  const requests: string[] = []
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    transactions.push(`${this.name} ${mode ?? 'readonly'} ${[stores].flat().join()}`)
    return begin.call(this, stores, mode, options)
  }
  globalThis.Worker = new Proxy(Worker, {
    construct(target, given: [string, WorkerOptions?]) {
      workers.push(given[1]?.name ?? String(given[0]))
      return new target(...given)
    },
  })
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    requests.push(input instanceof Request ? input.url : String(input))
    return fetch(input, init)
  }
  // A machine with much else to do is not to find the page tired of waiting.
  const later = globalThis.setTimeout
  let factor = 100
  const setLater = (work: () => void, ms = 0, ...given: unknown[]) =>
    later(work, ms < 100 ? ms : ms * factor, ...given)
  Object.assign(globalThis, { setTimeout: setLater })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.verse')) return
    observer.disconnect()
    factor = 1
    const { innerText: text } = document.body
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    const firstVerse: StartNoted = {
      scripts: loaded.filter((path) => path.endsWith('.js')),
      transactions: [...transactions],
      workers: [...workers],
      requests: [...requests],
      text,
    }
    Object.assign(globalThis, { firstVerse })
  }).observe(document, { childList: true, subtree: true })
}
