import type { Clock } from '../../client/clock.ts'
import { readConditions, wantsSaving, type NavigatorLike } from '../../platform/conditions.ts'
import { listen } from '../../platform/listen.ts'
import { ifPersisted } from '../../platform/page-lifecycle.ts'
import type { SyncTrigger } from './timetable.ts'

/** Browser events that may require a sync. The objects that fire them are parameters. */

/** Sources of events in pages and workers. */
export interface NetworkSources {
  /** `self` in a worker, `window` in a page. */
  readonly global: EventTarget
  readonly navigator: NavigatorLike | undefined
}

export interface PageSources extends NetworkSources {
  readonly document: EventTarget & { readonly visibilityState: string }
  readonly clock: Clock
}

/**
 * Milliseconds to wait after a page came back: some browsers refuse requests right after that, and several events fire at the
 * same time.
 */
export const settleMs = 1_500

/** Milliseconds between checks whether the device slept, which browsers do not report. Only a visible page then triggers. */
export const wakeProbeMs = 20_000

/**
 * Calls `trigger`, in workers and pages, when the network comes back or is no longer metered. Returns a function that ends
 * the watch.
 */
export function watchNetwork(
  { global, navigator }: NetworkSources,
  trigger: (kind: SyncTrigger) => void,
  isVisible = () => false,
): () => void {
  let saving = wantsSaving(readConditions(navigator))
  const onConnection = () => {
    const before = saving
    saving = wantsSaving(readConditions(navigator))
    // The browser also fires this event for each new estimate of the connection's speed.
    if (before && !saving) trigger('interval')
  }
  return listen([
    [global, 'online', () => trigger(isVisible() ? 'online_visible' : 'online')],
    [navigator?.connection, 'change', onConnection],
  ])
}

/**
 * Does the same as `watchNetwork`, in pages, and also triggers when a person looks at the page again. Returns a function that
 * ends the watch.
 */
export function watchPage(sources: PageSources, trigger: (kind: SyncTrigger) => void): () => void {
  const { global, document, clock } = sources
  let settling: AbortController | undefined
  const isVisible = () => document.visibilityState === 'visible'
  const cameBack = () => {
    settling?.abort()
    const settled = new AbortController()
    settling = settled
    clock.sleep(settleMs, settled.signal).then(
      () => {
        if (isVisible()) trigger('visible')
      },
      () => undefined,
    )
  }
  const ended = new AbortController()
  const watchSleep = async () => {
    for (;;) {
      const before = clock.now()
      await clock.sleep(wakeProbeMs, ended.signal)
      if (clock.now() - before > 2 * wakeProbeMs) cameBack()
    }
  }
  watchSleep().catch(() => undefined)
  const endNetwork = watchNetwork(sources, trigger, isVisible)
  const endPage = listen([
    [document, 'visibilitychange', cameBack],
    [document, 'resume', cameBack],
    // A page restored from the back-forward cache may not fire a visibility change.
    [global, 'pageshow', ifPersisted(cameBack)],
  ])
  return () => {
    ended.abort()
    endNetwork()
    endPage()
    settling?.abort()
  }
}
