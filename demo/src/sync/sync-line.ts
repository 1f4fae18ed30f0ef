import type { Activity, EngineStatus } from 'waraq'
import type { Words } from '../words/words.ts'
import { problemOf, problemWords } from './problems.ts'
import { currentSince, isPaused, keptOf, type SyncState } from './sync-state.ts'

export interface SyncLine {
  readonly kind: 'empty' | 'syncing' | 'offline' | 'problem' | 'waiting' | 'paused' | 'stale' | 'current'
  /** The state in a sentence. If the kind is `offline`, the page puts that word in front of it. */
  readonly line: string
  /** The current step, or the next sync and its reason. */
  readonly next: string | null
}

function inProgress({ phase, snapshots: { done, total } }: Activity, words: Words): string | null {
  switch (phase) {
    case 'paging':
      return words.sync.checking
    case 'fetching':
      return words.sync.downloading(done, total)
    case 'committing':
      return words.sync.saving
    default:
      return null
  }
}

function nextWords({ schedule, subscriptions }: EngineStatus, now: number, words: Words): string | null {
  if (!schedule || schedule.reason === 'nothing_subscribed') return null
  const { nextSyncAt, reason, failures } = schedule
  if (nextSyncAt === null) return words.sync.noNext(reason)
  const due = subscriptions.flatMap(({ refreshes }) => refreshes.map(({ dueAt }) => dueAt))
  const refresh = due.length === 0 ? [] : [words.resource.refresh(Math.min(...due), now)]
  return [words.sync.next(nextSyncAt, now, reason, failures), ...refresh].join(' · ')
}

/** Describes the resources that can be read without a network. */
function onDevice(
  since: number | null,
  { isStale, isEmpty, now, words }: { isStale: boolean; isEmpty: boolean; now: number; words: Words },
): string[] {
  if (isEmpty) return [words.sync.empty]
  if (since === null) return [words.sync.incomplete]
  return [words.sync.fromDevice, words.sync[isStale ? 'staleAside' : 'syncedAside'](since, now)]
}

/** Whether another request of this page got no answer, and no sync has ended since. The timetable may not sync soon. */
function isUnanswered({ schedule }: EngineStatus, unansweredAt: number | null): boolean {
  return unansweredAt !== null && (schedule?.lastSyncAt ?? 0) < unansweredAt
}

/**
 * The state that the sync sign and its details show, from most urgent to least. `unansweredAt` is the time of the page's
 * last request to the service that was no sync, if the service did not answer it.
 */
export function syncLine(state: SyncState, now: number, unansweredAt: number | null, words: Words): SyncLine {
  const { status, online, asking } = state
  if (!status) {
    return state.trouble
      ? { kind: 'problem', line: words.sync.noEngine, next: null }
      : { kind: 'waiting', line: words.sync.opening, next: null }
  }
  const { activity, role, subscriptions } = status
  const since = currentSince(subscriptions)
  const isStale = subscriptions.some(({ stale }) => stale)
  const isEmpty = keptOf(state).size === 0
  const problem = isEmpty ? null : problemOf(status)
  // Without an engine no sync follows, even if the last status announced one.
  const paused = isPaused(state)
  const next = state.trouble || state.restarting || paused ? null : nextWords(status, now, words)
  if (!online || problem?.unreachable || isUnanswered(status, unansweredAt)) {
    const trying = activity ? [words.sync.tryingAgain] : []
    const line = [...onDevice(since, { isStale, isEmpty, now, words }), ...trying].join(' · ')
    return { kind: 'offline', line, next: activity || isEmpty ? null : next }
  }
  const age = isStale && since !== null ? [words.sync.stale(since, now)] : []
  if (activity) {
    const who = role === 'follower' ? words.sync.elsewhere : words.sync.here
    return { kind: 'syncing', line: [...age, who].join(' · '), next: inProgress(activity, words) }
  }
  if (paused) {
    const line =
      since === null ? words.sync.paused : `${words.sync.paused} · ${words.sync.syncedAside(since, now)}`
    return { kind: 'paused', line, next: null }
  }
  if (asking) return { kind: 'syncing', line: words.sync.asking, next: null }
  if (status.newerFormat) return { kind: 'problem', line: words.sync.readOnly, next: null }
  if (problem) {
    // The notice shows how much space there is and what to do.
    const message = problem.code === 'quota_exceeded' ? words.sync.noRoom : problemWords(problem, words)
    return { kind: 'problem', line: [...age, message].join(' · '), next }
  }
  if (isEmpty) return { kind: 'empty', line: words.sync.empty, next: null }
  if (since === null) return { kind: 'waiting', line: words.sync.incomplete, next }
  return isStale
    ? { kind: 'stale', line: words.sync.stale(since, now), next }
    : { kind: 'current', line: words.sync.synced(since, now), next }
}
