import type { EngineStatus, SyncEngine } from 'waraq'
import { askForBackgroundSync, registerBackgroundSync } from 'waraq/page'

type Subscription = Pick<EngineStatus['subscriptions'][number], 'filter' | 'currentAt' | 'lastRun'>

/**
 * Names the subscriptions that a later sync may complete, as a text that changes with each failed sync; empty where there are
 * none. Syncs that failed before `since` do not count, because the page begins with a sync of its own. Without a network the
 * page cannot try, so every incomplete subscription counts.
 */
export function leftUndone(subscriptions: readonly Subscription[], since: number, online: boolean): string {
  return subscriptions
    .flatMap(({ filter, currentAt, lastRun }) => {
      const mayPass =
        lastRun && ['interrupted', 'failed'].includes(lastRun.outcome) && lastRun.retryAt !== null
      if (mayPass && (lastRun.at >= since || !online)) return [`${filter} ${lastRun.at}`]
      return currentAt === null && !online ? [filter] : []
    })
    .join(', ')
}

/**
 * Asks the service worker to finish what this page cannot: the worker syncs when the network is back, even after the page was
 * closed. Registers the periodic sync, too, where the browser has one. In a browser with neither it does nothing, and the
 * page's own timetable does the work. Returns a function that ends the watching.
 */
export function watchForBackgroundSync(engine: Pick<SyncEngine, 'watch'>): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const { ready } = navigator.serviceWorker
  const since = Date.now()
  let latest: EngineStatus | undefined
  let asked = ''

  const look = () => {
    // A run is under way, and its end is not known yet.
    if (!latest || latest.activity) return
    const undone = leftUndone(latest.subscriptions, since, navigator.onLine)
    if (undone === asked) return
    asked = undone
    if (undone !== '') void ready.then((registration) => askForBackgroundSync(registration))
  }
  const stopWatching = engine.watch((status) => {
    latest = status
    look()
  })
  addEventListener('offline', look)
  void ready.then((registration) => registerBackgroundSync(registration))
  return () => {
    stopWatching()
    removeEventListener('offline', look)
  }
}
