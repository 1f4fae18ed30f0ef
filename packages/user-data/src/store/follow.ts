import { liveQuery } from 'dexie'

/** Receives the answers of a query that is asked again with each change. */
export interface Follower<T> {
  readonly next: (answer: T) => void
  readonly error: (error: unknown) => void
}

/**
 * Asks again with each change, in whatever tab it is made, until the returned function is called. While the browser has
 * frozen the page nothing is asked: a frozen page still hears of changes, and a transaction that it began would stay open and
 * keep all other tabs from writing.
 */
export function follow<T>(ask: () => Promise<T>, follower: Follower<T>): () => void {
  const { document } = globalThis as { readonly document?: Document }
  const begin = () => liveQuery(ask).subscribe(follower)
  let following = begin()
  const freeze = () => following.unsubscribe()
  const resume = () => {
    following.unsubscribe()
    following = begin()
  }
  document?.addEventListener('freeze', freeze)
  document?.addEventListener('resume', resume)
  return () => {
    document?.removeEventListener('freeze', freeze)
    document?.removeEventListener('resume', resume)
    following.unsubscribe()
  }
}
