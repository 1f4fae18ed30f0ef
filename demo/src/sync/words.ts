import type { RunReport } from '@waraq/engine'
import { currentSince, type SyncState } from './sync-state.ts'

/** Figures and times in English words. */

const number = new Intl.NumberFormat('en')
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

export function count(value: number, unit: string, units = `${unit}s`): string {
  return `${number.format(value)} ${value === 1 ? unit : units}`
}

export function megabytes(bytes: number): string {
  if (bytes < 100_000) return `${number.format(Math.round(bytes / 1000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** "3 minutes ago", "in 57 minutes"; nothing finer than what a line renewed every half minute can promise. */
export function relativeTime(time: number, now: number): string {
  const seconds = (time - now) / 1000
  if (Math.abs(seconds) < 50) return seconds <= 0 ? 'just now' : 'in less than a minute'
  const minutes = Math.round(seconds / 60)
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  if (Math.abs(hours) < 36) return relative.format(hours, 'hour')
  return relative.format(Math.round(hours / 24), 'day')
}

export interface SyncWords {
  readonly kind: 'empty' | 'syncing' | 'offline' | 'problem' | 'waiting' | 'current'
  readonly line: string
}

function next(label: string, { nextAt }: SyncState, now: number): string {
  if (nextAt === null) return ''
  return ` · ${label} ${nextAt <= now ? 'now' : relativeTime(nextAt, now)}`
}

/** The one line that says where things stand. Where the kind is `offline`, that word stands before it. */
export function syncWords(state: SyncState, now: number): SyncWords {
  const since = currentSince(state.subscriptions)
  const synced = since === null ? '' : ` · last synced ${relativeTime(since, now)}`
  if (!state.ready) return { kind: 'waiting', line: 'Opening the library…' }
  if (!state.online) return { kind: 'offline', line: `shown from this device${synced}` }
  if (state.problem?.unreachable && state.kept.size > 0) {
    const then = state.running ? ' · trying again…' : next('next try', state, now)
    return { kind: 'offline', line: `shown from this device${synced}${then}` }
  }
  if (state.running) return { kind: 'syncing', line: 'Syncing…' }
  if (state.problem) {
    return { kind: 'problem', line: `${state.problem.message}${next('next try', state, now)}` }
  }
  if (state.kept.size === 0) return { kind: 'empty', line: 'Nothing is kept on this device yet.' }
  if (since === null)
    return { kind: 'waiting', line: `Not everything has arrived yet${next('next sync', state, now)}` }
  return { kind: 'current', line: `Last synced ${relativeTime(since, now)}${next('next sync', state, now)}` }
}

/** What the last sync did: "1 page · 2 snapshots · 12,472 rows · 5.2 MB". Null where it did nothing. */
export function workDone(runs: readonly RunReport[]): string | null {
  const sum = (of: (run: RunReport) => number) => runs.reduce((total, run) => total + of(run), 0)
  // Nothing came of a sync that met no service.
  if (sum((run) => run.pages + run.snapshots) === 0) return null
  const rows = sum((run) => run.rowsWritten + run.rowsDeleted)
  return [
    count(
      sum((run) => run.pages),
      'page',
    ),
    count(
      sum((run) => run.snapshots),
      'snapshot',
    ),
    rows === 0 ? 'no rows changed' : count(rows, 'row'),
    megabytes(sum((run) => run.bytes)),
  ].join(' · ')
}
