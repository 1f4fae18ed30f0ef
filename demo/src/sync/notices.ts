import type { EngineStatus } from '@waraq/engine'
import type { Words } from '../words/words.ts'
import { troubleWords } from './problems.ts'
import type { SyncState } from './sync-state.ts'

/** A message that stands above every page. */
export interface Notice {
  readonly id:
    'closed' | 'slow' | 'stopped' | 'restarting' | 'newer-format' | 'lost' | 'evicted' | 'memory' | 'full'
  /** `alert`: the reader has to act, or has lost content. `status`: good to know. */
  readonly role: 'alert' | 'status'
  readonly title: string
  readonly text: string
  readonly actions: readonly NoticeAction[]
}

export type NoticeAction = 'retry' | 'reload'

/** Problems of the worker, not of the library. Their messages are for developers, so readers get other words. */
const ofWorker: ReadonlySet<string> = new Set([
  'worker_failed',
  'worker_lost',
  'protocol_mismatch',
  'timeout',
])

type Find = (state: SyncState, words: Words) => Notice | null

const engineNotice: Find = ({ trouble, status, slow, restarting }, words) => {
  const { notices } = words
  if (trouble && ofWorker.has(trouble.code)) {
    return { id: 'stopped', role: 'alert', ...notices.stopped, actions: ['retry', 'reload'] }
  }
  if (trouble) {
    const text = troubleWords(trouble, words)
    return { id: 'closed', role: 'alert', ...notices.closed, text, actions: ['retry', 'reload'] }
  }
  if (restarting) return { id: 'restarting', role: 'status', ...notices.restarting, actions: [] }
  if (slow && !status) return { id: 'slow', role: 'status', ...notices.slow, actions: ['retry'] }
  return null
}

/** Whether there is no room. While a run is under way that is not certain: its estimate may be too high. */
function isFull({ storage, subscriptions, activity }: EngineStatus): boolean {
  if (storage.state !== 'full') return false
  return !activity || subscriptions.some(({ lastRun }) => lastRun?.errorCode === 'quota_exceeded')
}

const storageNotice: Find = ({ status, care }, words) => {
  const { notices } = words
  if (!status) return null
  const { state, why: told } = status.storage
  const why = words.storage.why(state, told)
  if (state === 'memory') return { id: 'memory', role: 'alert', ...notices.memory, text: why, actions: [] }
  if (isFull(status)) return { id: 'full', role: 'alert', ...notices.full, text: why, actions: [] }
  if (!care.evicted) return null
  return { id: 'evicted', role: 'status', ...notices.evicted, actions: [] }
}

const formatNotice: Find = ({ status }, words) => {
  if (!status?.newerFormat) return null
  return { id: 'newer-format', role: 'alert', ...words.notices.newerFormat, actions: ['reload'] }
}

export function noticesOf(state: SyncState, words: Words): readonly Notice[] {
  return [engineNotice, formatNotice, storageNotice].flatMap((find) => find(state, words) ?? [])
}
