import type { Clock } from '../../client/clock.ts'
import { readConditions, wantsSaving, type NavigatorParts } from '../../platform/conditions.ts'
import { listen } from '../../platform/listen.ts'
import { ifPersisted } from '../../platform/page-lifecycle.ts'
import type { Wake } from './timetable.ts'

/** Events of the browser that may call for a sync. The objects that fire them are parameters. */

/** What fires events in pages and workers. */
export interface NetworkSources {
  /** `self` in a worker, `window` in a page. */
  readonly global: EventTarget
  readonly navigator: NavigatorParts | undefined
}

export interface PageSources extends NetworkSources {
  readonly document: EventTarget & { readonly visibilityState: string }
  readonly clock: Clock
}

/** Some browsers refuse requests right after a page came back. A page also comes back with several events at once. */
export const settleMs = 1_500

/** A page in sight looks so often whether its device slept: browsers tell nothing of that. */
export const lookMs = 20_000

/** In workers and pages: wakes when the network comes back or is no longer metered. Returns a function that ends it. */
export function watchNetwork(
  { global, navigator }: NetworkSources,
  wake: (kind: Wake) => void,
  isVisible = () => false,
): () => void {
  let saving = wantsSaving(readConditions(navigator))
  const onConnection = () => {
    const before = saving
    saving = wantsSaving(readConditions(navigator))
    // The browser fires this event with each new estimate of the line's speed, too.
    if (before && !saving) wake('interval')
  }
  return listen([
    [global, 'online', () => wake(isVisible() ? 'online_visible' : 'online')],
    [navigator?.connection, 'change', onConnection],
  ])
}

/** In pages: wakes as `watchNetwork` does, and when a person looks at the page again. Returns a function that ends it. */
export function watchPage(sources: PageSources, wake: (kind: Wake) => void): () => void {
  const { global, document, clock } = sources
  let settling: AbortController | undefined
  const isVisible = () => document.visibilityState === 'visible'
  const cameBack = () => {
    settling?.abort()
    const settled = new AbortController()
    settling = settled
    clock.sleep(settleMs, settled.signal).then(
      () => {
        if (isVisible()) wake('visible')
      },
      () => undefined,
    )
  }
  const ended = new AbortController()
  const watchSleep = async () => {
    for (;;) {
      const before = clock.now()
      await clock.sleep(lookMs, ended.signal)
      if (clock.now() - before > 2 * lookMs) cameBack()
    }
  }
  watchSleep().catch(() => undefined)
  const endNetwork = watchNetwork(sources, wake, isVisible)
  const endPage = listen([
    [document, 'visibilitychange', cameBack],
    [document, 'resume', cameBack],
    // A page that comes out of the back-forward cache may do so without a change of visibility.
    [global, 'pageshow', ifPersisted(cameBack)],
  ])
  return () => {
    ended.abort()
    endNetwork()
    endPage()
    settling?.abort()
  }
}
