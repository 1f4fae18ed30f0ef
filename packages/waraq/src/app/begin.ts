import type { Query } from '../quran/readers/query.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import type { StoreView } from '../store/read/store-view.ts'
import type { UserData } from '../user/api.ts'
import type { UserQuery } from '../user/view/answered.ts'
import { contentAnswer, type ContentAnswer } from './content-answer.ts'
import { firstDownloadsOf, type FirstDownloads } from './first-downloads.ts'
import type { Begin } from './live-queries.ts'

/**
 * How a query of a store starts. In an application it is pending as long as it finds nothing and the first version of what it
 * reads is still to come.
 */
export function beginOf<T>(store: ContentStore, query: Query<T>): Begin<T> {
  return (observer) => {
    const downloads = firstDownloadsOf(store)
    return downloads ? beginAfter(downloads, store, query, observer) : store.live(query).subscribe(observer)
  }
}

/** An answer, and what became of it. */
interface Read<T> extends ContentAnswer<T> {
  /** `confirmed`: read again after the status said that nothing is to come. */
  state: 'read' | 'confirming' | 'confirmed' | 'reported'
}

function beginAfter<T>(
  downloads: FirstDownloads,
  store: ContentStore,
  query: Query<T>,
  { next, error, reset }: Parameters<Begin<T>>[0],
): () => void {
  const ask = (from: StoreView) => from.query((view) => contentAnswer(view, query))
  let latest: Read<T> | undefined
  let endDownloads: (() => void) | undefined
  let isOver = false

  const report = () => {
    if (!latest || isOver) return
    if (downloads.has(latest.missing)) {
      latest.state = 'read'
      reset()
    } else if (latest.state === 'confirmed' || (latest.state === 'read' && latest.missing.length === 0)) {
      latest.state = 'reported'
      next(latest.value)
    } else if (latest.state === 'read') void confirm(latest)
  }
  /** The download may have ended between the answer and the status. So an answer without a result is read again. */
  const confirm = async (read: Read<T>) => {
    read.state = 'confirming'
    try {
      const again = await ask(store)
      if (latest === read) latest = { ...again, state: 'confirmed' }
    } catch (problem) {
      // The next status or commit tries again.
      read.state = 'read'
      if (latest === read && !isOver) error(problem)
      return
    }
    report()
  }
  const answers = store.live(ask)
  const end = answers.subscribe({
    next: (answer) => {
      latest = { ...answer, state: 'read' }
      // A request for the resource, or a download that ends without it, changes nothing that the query has read.
      if (answer.missing.length > 0) endDownloads ??= downloads.follow(report)
      else {
        endDownloads?.()
        endDownloads = undefined
      }
      report()
    },
    error: (problem) => {
      // A status must not hide the error.
      latest = undefined
      error(problem)
    },
  })
  return () => {
    isOver = true
    endDownloads?.()
    end()
  }
}

/** Starts once `needed` has resolved, unless it is ended before. Returns a function that ends both. */
export function beginOnce<T>(
  needed: Promise<T>,
  begin: (ready: T) => () => void,
  onError: (error: unknown) => void,
): () => void {
  let end: (() => void) | undefined
  let isOver = false
  needed.then(
    (ready) => {
      if (!isOver) end = begin(ready)
    },
    (error: unknown) => {
      if (!isOver) onError(error)
    },
  )
  return () => {
    isOver = true
    end?.()
  }
}

/** Follows a query of the current account's data. Cached results are cleared when the account changes. */
export function beginOfUser<T>(user: UserData, query: UserQuery<T>): Begin<T> {
  return ({ next, error, reset }) => {
    const { account } = user
    let shown = account.get().account
    const endAccount = account.subscribe(() => {
      if (account.get().account === shown) return
      shown = account.get().account
      reset()
    })
    const end = user.live(query).subscribe({ next, error })
    return () => {
      endAccount()
      end()
    }
  }
}
