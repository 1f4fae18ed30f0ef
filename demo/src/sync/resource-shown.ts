import type { ResourceInfo, ResourceProgress, SubscriptionStatus } from 'waraq'
import type { Words } from '../words/words.ts'

/** The state of one resource. */
export interface ResourceFacts {
  /** The installed resource. */
  readonly info: ResourceInfo | undefined
  /** Its part in the run under way, here or in another tab. */
  readonly progress: ResourceProgress | undefined
  readonly subscription: SubscriptionStatus | undefined
  /** Whether a run is under way, of this resource or of another. */
  readonly running: boolean
  /** Whether downloads are paused. */
  readonly paused: boolean
  /** Whether the browser has a connection. */
  readonly online: boolean
  /** Whether the library lives in memory. */
  readonly inMemory: boolean
}

interface Saying {
  readonly words: Words
  /** "6,236 verses"; null if the rows of the resource mean nothing to a reader. */
  readonly contents: ((rows: number) => string) | null
  /** Bytes that usually arrive of such a resource, as they are counted while they do. */
  readonly usualBytes: number
  readonly now: number
}

export interface ResourceShown {
  readonly phase: ResourceProgress['phase'] | 'damaged'
  readonly words: string
  /** From 0 to 1; null where the end is not known; undefined where there is nothing to wait for. */
  readonly share?: number | null
  readonly stale?: string
}

function download(
  { bytes, bytesExpected }: ResourceProgress,
  { usualBytes, words }: Saying,
): Omit<ResourceShown, 'phase'> {
  // Browsers hide the length of other origins' answers. A bar that is full too early would mislead. A share and no bytes: what
  // arrives is several times as large as what it takes on the device, which is what the library shows before and after.
  const whole = bytesExpected ?? (bytes > usualBytes ? null : usualBytes)
  const share = whole === null ? null : bytes / whole
  return { words: words.resource.downloading(share), share }
}

function underWay(progress: ResourceProgress, saying: Saying, online: boolean): ResourceShown | undefined {
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
  // It is committed; the library's own state of it follows in a moment.
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
  // One filter is one resource, see `kept-resources.ts`.
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

/** How far one resource has come, in words. */
export function resourceShown(facts: ResourceFacts, saying: Saying): ResourceShown {
  const moving = facts.progress && underWay(facts.progress, saying, facts.online)
  return moving ?? atRest(facts, saying)
}
