import { askForBackgroundSync, registerBackgroundSync, type EngineStatus, type SyncEngine } from 'waraq'

type Subscription = Pick<EngineStatus['subscriptions'][number], 'filter' | 'currentAt' | 'lastRun'>

/**
 * Returns the subscriptions that a later sync may complete, as a text that changes with each failed sync, or an empty text
 * if there are none. Syncs that failed before `since` do not count, because the page starts with its own sync. Without a
 * network the page cannot try, so every incomplete subscription counts.
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
 * Asks the service worker to finish the syncs that this page cannot complete. The worker syncs when the network is back,
 * even if the page was closed meanwhile. Also registers the periodic sync if the browser supports it. In a browser with
 * neither, this does nothing and the page's own timetable does the work. Returns a function that stops watching.
 */
export function watchForBackgroundSync(engine: Pick<SyncEngine, 'watch'>): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const { ready } = navigator.serviceWorker
  const since = Date.now()
  let latest: EngineStatus | undefined
  let asked = ''

  const check = () => {
    // While a run is under way, its outcome is not known yet.
    if (!latest || latest.activity) return
    const undone = leftUndone(latest.subscriptions, since, navigator.onLine)
    if (undone === asked) return
    asked = undone
    if (undone !== '') void ready.then((registration) => askForBackgroundSync(registration))
  }
  const stopWatching = engine.watch((status) => {
    latest = status
    check()
  })
  addEventListener('offline', check)
  void ready.then((registration) => registerBackgroundSync(registration))
  return () => {
    stopWatching()
    removeEventListener('offline', check)
  }
}
