import { beforeDeadline, systemClock } from 'waraq/client'
import type { Observable } from './observable.ts'

/** A page that asks for this and then for that is quiet for moments in between. */
const restMs = 400
/** A download may take longer than a reader waits with the rest of the page. */
const mostMs = 30_000

/**
 * Resolves once the line has been quiet for a moment and the page has nothing to do: what comes then takes nothing from what the
 * reader waits for. Resolves at the latest after half a minute, and at once where the reader leaves, so that a visit of some
 * seconds leaves a page that opens offline.
 */
export async function lineIsQuiet(
  watched: readonly Observable<unknown>[],
  isQuiet: () => boolean,
): Promise<void> {
  const ends: (() => void)[] = []
  const isQuietNow = new Promise<void>((resolve) => {
    let timer = 0
    const look = () => {
      clearTimeout(timer)
      if (isQuiet()) timer = window.setTimeout(resolve, restMs)
    }
    const leave = () => document.visibilityState === 'hidden' && resolve()
    ends.push(...watched.map((each) => each.subscribe(look)), () => clearTimeout(timer))
    document.addEventListener('visibilitychange', leave)
    ends.push(() => document.removeEventListener('visibilitychange', leave))
    look()
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
