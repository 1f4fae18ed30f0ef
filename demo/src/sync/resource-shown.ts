import type { ResourceInfo, ResourceProgress, SubscriptionStatus } from 'waraq'
import type { Words } from '../words/words.ts'

/** The state of one resource. */
export interface ResourceFacts {
  /** The installed resource. */
  readonly info: ResourceInfo | undefined
  /** The resource's part of the current run, here or in another tab. */
  readonly progress: ResourceProgress | undefined
  readonly subscription: SubscriptionStatus | undefined
  /** Whether a run is under way, for this resource or another. */
  readonly running: boolean
  /** Whether downloads are paused. */
  readonly paused: boolean
  /** Whether the browser has a connection. */
  readonly online: boolean
  /** Whether the library is in memory. */
  readonly inMemory: boolean
}

interface Saying {
  readonly words: Words
  /** Formats the number of rows, as "6,236 verses". Null if the rows of the resource mean nothing to a reader. */
  readonly contents: ((rows: number) => string) | null
  /** Received bytes of a usual resource of this kind, counted as during a download. */
  readonly usualBytes: number
  readonly now: number
}

export interface ResourceShown {
  readonly phase: ResourceProgress['phase'] | 'damaged'
  readonly words: string
  /** From 0 to 1. Null if the end is not known, undefined if there is nothing to wait for. */
  readonly share?: number | null
  readonly stale?: string
}

function download(
  { bytes, bytesExpected, restarted }: ResourceProgress,
  { usualBytes, words }: Saying,
): Omit<ResourceShown, 'phase'> {
  // Browsers hide the length of cross-origin responses, so the length may be an estimate. A bar that is full too early
  // would mislead. Bytes are not shown: the received bytes can be several times the size on the device, which the library
  // shows before and after.
  const whole = bytesExpected ?? (bytes > usualBytes ? null : usualBytes)
  const share = whole === null ? null : bytes / whole
  // A bar that starts again says so: an interrupted download starts from its beginning.
  return { words: words.resource[restarted ? 'downloadingAgain' : 'downloading'](share), share }
}

function inProgress(progress: ResourceProgress, saying: Saying, online: boolean): ResourceShown | undefined {
  const { phase } = progress
  const { words } = saying
  switch (phase) {
    case 'waiting':
      return { phase, words: words.resource[online ? 'waiting' : 'offline'], share: 0 }
    case 'downloading':
      return { phase, ...download(progress, saying) }
    case 'writing':
    case 'committing':
      return { phase, words: words.resource.saving, share: null }
    default:
      return undefined
  }
}

function absent(facts: ResourceFacts, words: Words): ResourceShown {
  const { progress, subscription, running, paused, online } = facts
  if (paused) return { phase: 'waiting', words: words.resource.paused }
  // The resource is committed; its state in the library follows in a moment.
  if (progress?.phase === 'done') return { phase: 'writing', words: words.resource.saving, share: null }
  if (!online) return { phase: 'waiting', words: words.resource.offline }
  if (running) return { phase: 'waiting', words: words.resource.waiting, share: 0 }
  const { lastRun } = subscription ?? {}
  if (lastRun?.message && lastRun.outcome !== 'current') {
    const isCutShort = lastRun.errorCode === 'budget_spent'
    return {
      phase: 'needed',
      words: isCutShort
        ? words.resource.cutShort
        : words.resource.needed(words.problem(lastRun.errorCode ?? 'unknown')),
    }
  }
  return { phase: 'waiting', words: words.resource.nextSync, share: 0 }
}

function atRest(facts: ResourceFacts, { contents, words, now }: Saying): ResourceShown {
  const { info, progress, subscription } = facts
  if (progress?.phase === 'unavailable' || info?.status === 'unavailable') {
    return { phase: 'unavailable', words: words.resource.unavailable(info?.reason ?? null) }
  }
  if (info?.status === 'damaged') {
    return { phase: 'damaged', words: words.resource[facts.running ? 'mending' : 'damaged'] }
  }
  if (!info) return absent(facts, words)
  const here = [
    words.resource[facts.inMemory ? 'inMemory' : 'here'],
    ...(contents ? [contents(info.rows)] : []),
    words.figures.bytes(info.size),
  ].join(' · ')
  const isNeeded = subscription?.lastRun?.outcome === 'partial'
  // Each resource has its own filter, see `kept-resources.ts`.
  const [refresh] = subscription?.refreshes ?? []
  const later = refresh ? words.resource.refresh(refresh.dueAt, now) : words.resource.updateNeeded
  return {
    phase: 'done',
    words: isNeeded || refresh ? `${here} · ${later}` : here,
    ...(subscription?.stale && subscription.currentAt !== null
      ? { stale: words.resource.stale(subscription.currentAt, now) }
      : {}),
  }
}

/** Describes the progress of one resource in words. */
export function resourceShown(facts: ResourceFacts, saying: Saying): ResourceShown {
  const moving = facts.progress && inProgress(facts.progress, saying, facts.online)
  return moving ?? atRest(facts, saying)
}
