import type { Clock } from '@waraq/client'
import { readConditions, wantsSaving, type NavigatorParts } from '../platform/conditions.ts'
import type { Wake } from './timetable.ts'

/** Events of the browser that may call for a sync. What they are heard on is handed in. */

/** What is heard everywhere. */
export interface NetworkSources {
  /** `self` in a worker, `window` in a page. */
  readonly global: EventTarget
  readonly navigator: NavigatorParts | undefined
}

export interface PageSources extends NetworkSources {
  readonly document: EventTarget & { readonly visibilityState: string }
  readonly clock: Clock
}

type Listener = (event: Event) => void

/** Some browsers refuse requests in the first moment after a page came back; also, it comes back by several events at once. */
export const settleMs = 1_500

function isEventTarget(value: unknown): value is EventTarget {
  return typeof value === 'object' && value !== null && 'addEventListener' in value
}

function listen(targets: readonly (readonly [unknown, string, Listener])[]): () => void {
  const ended = new AbortController()
  for (const [target, type, listener] of targets) {
    if (isEventTarget(target)) target.addEventListener(type, listener, { signal: ended.signal })
  }
  return () => ended.abort()
}

/** In workers and pages: the network came back, or no longer costs. Returns what ends it. */
export function watchNetwork({ global, navigator }: NetworkSources, wake: (kind: Wake) => void): () => void {
  let saving = wantsSaving(readConditions(navigator))
  const onConnection = () => {
    const before = saving
    saving = wantsSaving(readConditions(navigator))
    // The event comes with each new estimate of the line's speed, too.
    if (before && !saving) wake('interval')
  }
  return listen([
    [global, 'online', () => wake('online')],
    [navigator?.connection, 'change', onConnection],
  ])
}

/** In pages: what `watchNetwork` hears, and that somebody looks again. Returns what ends it. */
export function watchPage(sources: PageSources, wake: (kind: Wake) => void): () => void {
  const { global, document, clock } = sources
  let settling: AbortController | undefined
  const cameBack = () => {
    settling?.abort()
    const settled = new AbortController()
    settling = settled
    clock.sleep(settleMs, settled.signal).then(
      () => {
        if (document.visibilityState === 'visible') wake('visible')
      },
      () => undefined,
    )
  }
  const endNetwork = watchNetwork(sources, wake)
  const endPage = listen([
    [document, 'visibilitychange', cameBack],
    [document, 'resume', cameBack],
    // Out of the back-forward cache, without any change of visibility.
    [global, 'pageshow', (event) => 'persisted' in event && event.persisted === true && cameBack()],
  ])
  return () => {
    endNetwork()
    endPage()
    settling?.abort()
  }
}
