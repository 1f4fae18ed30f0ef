import { beforeDeadline, systemClock } from 'waraq/client'
import type { Observable } from './observable.ts'

/** Milliseconds. A page that sends one request after another is quiet for short moments in between. */
const restMs = 400
/** Milliseconds. A download may take longer than the rest of the page can wait. */
const mostMs = 30_000

/**
 * Resolves once the network has been quiet for a moment and the page is idle, so that the work that follows does not slow
 * down anything that the reader waits for. Resolves after half a minute at the latest, and immediately when the reader
 * leaves. So a visit of a few seconds is enough for a page that opens offline.
 */
export async function lineIsQuiet(
  watched: readonly Observable<unknown>[],
  isQuiet: () => boolean,
): Promise<void> {
  const ends: (() => void)[] = []
  const isQuietNow = new Promise<void>((resolve) => {
    let timer = 0
    const check = () => {
      clearTimeout(timer)
      if (isQuiet()) timer = window.setTimeout(resolve, restMs)
    }
    const leave = () => document.visibilityState === 'hidden' && resolve()
    ends.push(...watched.map((each) => each.subscribe(check)), () => clearTimeout(timer))
    document.addEventListener('visibilitychange', leave)
    ends.push(() => document.removeEventListener('visibilitychange', leave))
    check()
    leave()
  })
  await beforeDeadline(isQuietNow, { clock: systemClock, ms: mostMs, late: () => undefined })
  for (const end of ends) end()
  await new Promise<void>((resolve) => {
    // Missing in WebKit.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 1_000 })
    else resolve()
  })
}
