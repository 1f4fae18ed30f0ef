import type { RelayClock } from '../clock.ts'
import { ofCallers, type RelayLog, type RelayLogEntry } from './log.ts'

const windowMs = 60_000
const mostInWindow = 20

/** A scheme and a host, as browsers send them. Other text may be anything, and is not repeated. */
const looksLikeOrigin = /^[a-z][a-z0-9+.-]{0,30}:\/\/[a-z0-9._:[\]-]{1,100}$/i

/** The entry without texts of the caller, except an unlisted origin that looks like one. */
function cleaned(entry: RelayLogEntry): RelayLogEntry {
  if (entry.event !== 'refused') return entry
  const { origin, ...rest } = entry
  const isPage = rest.reason === 'origin_unlisted' && origin !== undefined && looksLikeOrigin.test(origin)
  return isPage ? { ...rest, origin } : rest
}

/**
 * Passes entries on that are worth a line. Of entries that callers cause, each kind passes once a minute, and twenty kinds at
 * most; the next line says how many were left out. Entries of plain answers do not pass.
 */
function thinned(log: RelayLog, clock: Pick<RelayClock, 'monotonic'>): RelayLog {
  let since = -Infinity
  let untold = 0
  const told = new Set<string>()
  return (entry) => {
    if (entry.event === 'answered') return
    if (!ofCallers.has(entry.event)) return log(entry)
    if (clock.monotonic() - since >= windowMs) {
      since = clock.monotonic()
      told.clear()
    }
    const line = JSON.stringify({ ...entry, request: undefined, retryAfterSeconds: undefined })
    if (told.has(line) || told.size >= mostInWindow) {
      untold += 1
      return
    }
    told.add(line)
    log(untold > 0 ? ({ ...entry, untold } as RelayLogEntry) : entry)
    untold = 0
  }
}

/** A log that fails must not keep a caller from its answer. */
function safe(log: RelayLog): RelayLog {
  return (entry) => {
    try {
      const told: unknown = log(entry)
      if (told instanceof Promise) told.catch(() => undefined)
    } catch {
      // The failure of a log is not reported anywhere.
    }
  }
}

/** Gives the operator's log the entries that are worth a line, and `observe` all entries. */
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
