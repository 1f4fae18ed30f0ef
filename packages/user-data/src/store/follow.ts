import { Dexie, liveQuery } from 'dexie'

/** Receives the answers of a query that is asked again with each change. */
export interface Follower<T> {
  readonly next: (answer: T) => void
  readonly error: (error: unknown) => void
}

/**
 * Asks again with each change, in whatever tab it is made, until the returned function is called. A query that failed is asked
 * again with the next change of any database: while the disk is full none can be read or written, and what is written first
 * afterwards tells that it is over. While the browser has frozen the page nothing is asked: a frozen page still hears of changes,
 * and a transaction that it began would stay open and keep all other tabs from writing.
 */
export function follow<T>(ask: () => Promise<T>, follower: Follower<T>): () => void {
  const { document } = globalThis as { readonly document?: Document }
  let asking: Asking<T> | undefined
  const freeze = () => {
    asking?.end()
    asking = undefined
  }
  const resume = () => {
    freeze()
    asking = new Asking(ask, follower)
  }
  const changed = () => {
    if (asking?.hasFailed) resume()
  }
  resume()
  Dexie.on.storagemutated.subscribe(changed)
  document?.addEventListener('freeze', freeze)
  document?.addEventListener('resume', resume)
  return () => {
    Dexie.on.storagemutated.unsubscribe(changed)
    document?.removeEventListener('freeze', freeze)
    document?.removeEventListener('resume', resume)
    freeze()
  }
}

/** A live query that knows whether it failed. Dexie tells a follower nothing of a transaction that was aborted. */
class Asking<T> {
  hasFailed = false
  readonly end: () => void

  constructor(ask: () => Promise<T>, follower: Follower<T>) {
    const asked = () =>
      ask().then(
        (answer) => {
          this.hasFailed = false
          return answer
        },
        (error: unknown) => {
          this.hasFailed = true
          throw error
        },
      )
    const { unsubscribe } = liveQuery(asked).subscribe(follower)
    this.end = unsubscribe
  }
}
