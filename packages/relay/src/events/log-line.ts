import type { RelayLogEntry } from './log.ts'

/** What the operator has to do, because the relay cannot. */
function remedyOf(entry: RelayLogEntry): string | undefined {
  if (entry.event === 'issuer_refused')
    return 'Check client id, client secret, scope and issuer; asking again does not help.'
  if (entry.event !== 'refused' || entry.reason !== 'origin_unlisted') return undefined
  return 'If this page is yours, list its origin exactly so; localhost and 127.0.0.1 are two origins.'
}

/**
 * An entry as a line of JSON, with the time in milliseconds since the epoch as a date, and with a remedy where the operator
 * has to act.
 */
export function logLine(entry: RelayLogEntry, now: number): string {
  return JSON.stringify({ time: new Date(now).toISOString(), ...entry, remedy: remedyOf(entry) })
}
