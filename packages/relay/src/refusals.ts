import type { RelayClock } from './clock.ts'
import type { RefusalReason, RelayLog } from './log.ts'

const windowMs = 60_000
const mostInWindow = 20

/** A scheme and a host, as browsers send them. What a stranger sends besides may be anything, and is not repeated. */
const looksLikeOrigin = /^[a-z][a-z0-9+.-]{0,30}:\/\/[a-z0-9._:[\]-]{1,100}$/i

/**
 * Tells the log of refusals. A caller that sends many requests gets no line for each: within a minute the same is told once, and
 * twenty different ones at most; the next line says how many were left out.
 */
export function refusalTeller(
  log: RelayLog,
  clock: Pick<RelayClock, 'monotonic'>,
): (reason: RefusalReason, origin?: string | null) => void {
  let since = -Infinity
  let untold = 0
  const told = new Set<string>()
  return (reason, origin) => {
    const isPage = reason === 'origin_unlisted' && origin && looksLikeOrigin.test(origin)
    const page = isPage ? { origin } : {}
    if (clock.monotonic() - since >= windowMs) {
      since = clock.monotonic()
      told.clear()
    }
    const line = JSON.stringify([reason, page])
    if (told.has(line) || told.size >= mostInWindow) {
      untold += 1
      return
    }
    told.add(line)
    log({ event: 'refused', reason, ...page, ...(untold > 0 ? { untold } : {}) })
    untold = 0
  }
}
