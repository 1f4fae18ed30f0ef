import type { RelayClock } from '../clock.ts'
import { ofCallers, type RelayLog, type RelayLogEntry } from './log.ts'

const windowMs = 60_000
const mostInWindow = 20

/** A scheme and a host, as browsers send them. Other text may be anything, and is not logged. */
const looksLikeOrigin = /^[a-z][a-z0-9+.-]{0,30}:\/\/[a-z0-9._:[\]-]{1,100}$/i

/** Returns the entry without texts of the caller, except an unlisted origin that looks like one. */
function cleaned(entry: RelayLogEntry): RelayLogEntry {
  if (entry.event !== 'refused') return entry
  const { origin, ...rest } = entry
  const isPage = rest.reason === 'origin_unlisted' && origin !== undefined && looksLikeOrigin.test(origin)
  return isPage ? { ...rest, origin } : rest
}

/**
 * Passes on the entries that are worth a log line. Of the entries that callers cause, each kind passes once a minute, and at
 * most twenty kinds. The next line says how many were left out. `answered` entries do not pass.
 */
function thinned(log: RelayLog, clock: Pick<RelayClock, 'monotonic'>): RelayLog {
  let since = -Infinity
  let unreported = 0
  const reported = new Set<string>()
  return (entry) => {
    if (entry.event === 'answered') return
    if (!ofCallers.has(entry.event)) return log(entry)
    if (clock.monotonic() - since >= windowMs) {
      since = clock.monotonic()
      reported.clear()
    }
    const line = JSON.stringify({ ...entry, request: undefined, retryAfterSeconds: undefined })
    if (reported.has(line) || reported.size >= mostInWindow) {
      unreported += 1
      return
    }
    reported.add(line)
    log(unreported > 0 ? ({ ...entry, unreported } as RelayLogEntry) : entry)
    unreported = 0
  }
}

/** A log that fails must not prevent the response to a caller. */
function safe(log: RelayLog): RelayLog {
  return (entry) => {
    try {
      const reported: unknown = log(entry)
      if (reported instanceof Promise) reported.catch(() => undefined)
    } catch {
      // The failure of a log is not reported anywhere.
    }
  }
}

/** Passes the entries that are worth a line to the operator's log, and all entries to `observe`. */
export function teller(
  log: RelayLog | undefined,
  observe: RelayLog | undefined,
  clock: Pick<RelayClock, 'monotonic'>,
): RelayLog {
  const toLog = log && thinned(safe(log), clock)
  const toObserver = observe && safe(observe)
  return (entry) => {
    const clean = cleaned(entry)
    toLog?.(clean)
    toObserver?.(clean)
  }
}
