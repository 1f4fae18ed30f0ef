import type { EngineStatus, SyncEngine } from '@waraq/engine'
import { askForBackgroundSync, registerBackgroundSync } from '@waraq/engine/page'

type Subscription = Pick<EngineStatus['subscriptions'][number], 'filter' | 'currentAt' | 'lastRun'>

/**
 * What a later sync may bring, as a text that changes with each sync that failed; empty where there is nothing. Syncs from
 * before `since` are the page's own business, which begins with one. Without a network the page cannot even try, so then
 * everything counts that is missing.
 */
export function leftUndone(subscriptions: readonly Subscription[], since: number, online: boolean): string {
  return subscriptions
    .flatMap(({ filter, currentAt, lastRun }) => {
      const mayPass = lastRun && ['deferred', 'failed'].includes(lastRun.outcome) && lastRun.retryAt !== null
      if (mayPass && (lastRun.at >= since || !online)) return [`${filter} ${lastRun.at}`]
      return currentAt === null && !online ? [filter] : []
    })
    .join(', ')
}

/**
 * Hands on to the service worker what this page cannot finish: it goes on when the network is back, also after the page was
 * closed. Registers the periodic sync where the browser has one. Where it has neither, this does nothing and the page's
 * own timetable does the work. Returns what ends it.
 */
export function watchForBackgroundSync(engine: Pick<SyncEngine, 'watch'>): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const { ready } = navigator.serviceWorker
  const since = Date.now()
  let latest: EngineStatus | undefined
  let asked = ''

  const look = () => {
    // While a run is under way nobody knows how it will end.
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
