import type { EngineStatus } from 'waraq'
import type { Updates } from '../updates.ts'
import type { Words } from '../words/words.ts'
import { problemOf, problemWords, troubleWords } from './problems.ts'
import { keptOf, type SyncState } from './sync-state.ts'

/** A message that the reader should know of, or can act on. */
export interface Notice {
  readonly id:
    | 'closed'
    | 'slow'
    | 'stopped'
    | 'restarting'
    | 'newer-format'
    | 'evicted'
    | 'memory'
    | 'full'
    | 'refused'
    | 'not-now'
    | 'offline-empty'
    | 'update'
  /** `alert`: the reader has to do something, or has lost content. `status`: good to know. */
  readonly role: 'alert' | 'status'
  /** Whether only the sync details show the notice, because it passes automatically and does not disturb reading. */
  readonly quiet?: true
  readonly title: string
  readonly text: string
  readonly actions: readonly NoticeAction[]
}

export type NoticeAction = 'retry' | 'reload'

type Find = (state: SyncState, words: Words, now: number) => Notice | null

const engineNotice: Find = ({ trouble, status, slow, restarting }, words) => {
  const { notices } = words
  // Problems of anything but the library have messages for developers, so readers get other words.
  if (trouble && trouble.part !== 'storage') {
    return { id: 'stopped', role: 'alert', ...notices.stopped, actions: ['retry', 'reload'] }
  }
  if (trouble) {
    const text = troubleWords(trouble, words)
    return { id: 'closed', role: 'alert', ...notices.closed, text, actions: ['retry', 'reload'] }
  }
  if (restarting) return { id: 'restarting', role: 'status', quiet: true, ...notices.restarting, actions: [] }
  if (slow && !status) return { id: 'slow', role: 'status', ...notices.slow, actions: ['retry'] }
  return null
}

/** Whether there is no space. While a run is under way this is not certain, because its estimate may be too high. */
function isFull({ storage, subscriptions, activity }: EngineStatus): boolean {
  if (storage.state !== 'full') return false
  return !activity || subscriptions.some(({ lastRun }) => lastRun?.errorCode === 'quota_exceeded')
}

const storageNotice: Find = ({ status, care }, words) => {
  const { notices } = words
  if (!status) return null
  const { state, persisted } = status.storage
  const why = words.storage.why(state, persisted)
  if (state === 'memory') return { id: 'memory', role: 'alert', ...notices.memory, text: why, actions: [] }
  if (isFull(status)) return { id: 'full', role: 'alert', ...notices.full, text: why, actions: [] }
  if (!care.evicted) return null
  return { id: 'evicted', role: 'status', ...notices.evicted, actions: [] }
}

const formatNotice: Find = ({ status }, words) => {
  if (!status?.newerFormat) return null
  return { id: 'newer-format', role: 'alert', ...words.notices.newerFormat, actions: ['reload'] }
}

/** The service or the relay refuses, and the engine reports that trying again does not help. */
const serviceNotice: Find = ({ status }, words) => {
  const problem = status?.schedule?.reason === 'needs_help' ? problemOf(status) : null
  if (!problem || problem.part === 'storage') return null
  const text = problemWords(problem, words)
  return { id: 'refused', role: 'status', ...words.notices.refused, text, actions: [] }
}

/** Why the reader's request was not carried out. */
const answerNotice: Find = ({ refusal }, words, now) => {
  if (!refusal) return null
  const { notices, sync } = words
  const answer =
    refusal.is === 'failed'
      ? { title: notices.failed, text: troubleWords(refusal.trouble, words) }
      : { title: notices.notNow, text: sync.refused(refusal.reason, refusal.nextAt, now) }
  return { id: 'not-now', role: 'status', ...answer, actions: [] }
}

const emptyNotice: Find = ({ status, online, choices }, words) => {
  if (online || !status || keptOf({ status, choices }).size > 0) return null
  return { id: 'offline-empty', role: 'status', ...words.notices.offlineEmpty, actions: [] }
}

export function noticesOf(
  state: SyncState,
  { waiting }: Updates,
  now: number,
  words: Words,
): readonly Notice[] {
  const found = [engineNotice, formatNotice, storageNotice, serviceNotice, answerNotice, emptyNotice].flatMap(
    (find) => find(state, words, now) ?? [],
  )
  if (!waiting) return found
  return [...found, { id: 'update', role: 'status', ...words.notices.update, actions: ['reload'] }]
}
