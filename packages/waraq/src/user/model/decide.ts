import { parseVerseRange, type VersePlace } from '@waraq/protocol/user'
import { isLater } from './acted.ts'
import { isSame, type Kind, type TimeValue, type Value } from './entity.ts'
import { pendingFormat, type WhyBlocked, type PendingChange } from './records.ts'

/** What was seen of an entity at the service. */
export interface Observed {
  readonly value: Value | null
  /** The service's own id, where there is one. */
  readonly id?: string | undefined
  /**
   * When it was changed last, where the service says so: milliseconds since the epoch. Of places and reading bookmarks the feed
   * tells when a person did it; else it is when that arrived.
   */
  readonly at?: number | undefined
}

/** What is known besides the pending change. */
export interface Situation {
  /** Of a member: `ready` where its collection is at the service, `waiting` where it is still to be made, or `gone`. */
  readonly owner: 'ready' | 'waiting' | 'gone'
  /** Whether the service has an id for it. */
  readonly hasId: boolean
  /** By how many milliseconds the service's clock is ahead of the device's, as far as it is known now. */
  readonly ahead?: number | undefined
  /** What was sent has rested: no request of it can still take effect. */
  readonly rested: boolean
  /** What a look that began after the rest saw. */
  readonly observed?: Observed | undefined
}

export type Decision =
  /** Nothing to be done before a person decides, or a newer version of this program comes. */
  | { readonly do: 'nothing' }
  /** Its collection comes first. */
  | { readonly do: 'wait' }
  /** It is not known what became of it, and too early to look. */
  | { readonly do: 'rest' }
  | { readonly do: 'probe' }
  /** Send what brings it from `from` to what is wanted. `anew`: what it was is gone, so it is made again. */
  | { readonly do: 'send'; readonly from: Value | null; readonly anew?: true }
  /** What was sent has arrived, and the person has wanted something else since: that is left of the wish. */
  | {
      readonly do: 'go on'
      readonly value: Value | null
      readonly id?: string | undefined
      readonly at?: number | undefined
    }
  /** The service has this, and the wish is over. */
  | { readonly do: 'done'; readonly value: Value | null; readonly id?: string | undefined }
  /** It may have been counted, and a second time would be wrong: it is given up, and the status tells how much that is. */
  | { readonly do: 'drop' }
  | { readonly do: 'block'; readonly why: WhyBlocked; readonly code?: string; readonly theirs?: Value | null }

/**
 * What counts where the service has neither what was there before nor what is wanted:
 * - `ours`: this device's, whatever came in between
 * - `later`: what was changed last
 * - `both`: neither is dropped; a person decides
 */
type Policy = 'ours' | 'later' | 'both'

const policies: Record<Kind, Policy> = {
  member: 'ours',
  bookmark: 'ours',
  setting: 'ours',
  // As the service's own applications have it.
  reading: 'later',
  place: 'later',
  note: 'both',
  // Of a rename the operations tell when it arrived, and no deletion is told with a time, so the later act is not known.
  collection: 'both',
  // Sums have no policy: `decideTime`.
  time: 'ours',
}

/** Whether the first sending needs a look before it: others may have changed it, or made the same. */
function probesFirst({ kind, want }: PendingChange, hasId: boolean): boolean {
  switch (kind) {
    case 'place':
    case 'time':
      return true
    case 'collection':
      return hasId || want !== null
    case 'note':
      return hasId
    default:
      return false
  }
}

/** What is to be done about a pending change. */
export function decide(
  pending: PendingChange,
  { owner, hasId, rested, observed, ahead = pending.ahead }: Situation,
): Decision {
  const { kind, want, base, sent, blocked, format } = pending
  if (blocked || format > pendingFormat) return { do: 'nothing' }
  if (owner === 'waiting') return { do: 'wait' }
  if (owner === 'gone') return want === null ? { do: 'done', value: null } : { do: 'block', why: 'depends' }
  if (sent && sent.refused === undefined && !rested) return { do: 'rest' }
  if (!observed) return sent || probesFirst(pending, hasId) ? { do: 'probe' } : { do: 'send', from: base }
  if (kind === 'time') return decideTime(pending, observed)
  const { value, id } = observed
  const isBehind = isLater(observed.at, pending, ahead)
  if (isSame(value, want)) return { do: 'done', value, id }
  if (sent && isSame(value, sent.want)) return { do: 'go on', value, id, at: observed.at }
  // Where the person reads moves on elsewhere without anything that this device could compare. What it did itself is no news.
  const isOwn = isSame(value, base) && observed.at !== undefined && observed.at <= (pending.baseAt ?? -1)
  if (kind === 'place' && isBehind && !isOwn) return { do: 'done', value, id }
  // It was deleted elsewhere: what a person wrote is made again.
  const isGone = kind === 'note' && value === null && base !== null
  if (isGone) return { do: 'send', from: null, anew: true }
  if (sent?.refused !== undefined && sent.at === pending.at) {
    // What is not there any more can be made again, which a person decides.
    const why = sent.refused === 'not_found' ? 'depends' : 'refused'
    return { do: 'block', why, code: sent.refused, theirs: value }
  }
  if (isSame(value, base)) return { do: 'send', from: value }
  if (policies[kind] === 'both') return { do: 'block', why: 'conflict', theirs: value }
  return policies[kind] === 'later' && isBehind ? { do: 'done', value, id } : { do: 'send', from: value }
}

/** What the service has of a day without any reading. */
const none: TimeValue = { seconds: 0, ranges: [] }

const placeOf = ({ chapter, verse }: VersePlace) => chapter * 1_000 + verse

function overlap(one: string, other: string): boolean {
  const [own, found] = [parseVerseRange(one), parseVerseRange(other)]
  // What cannot be read may be the same.
  if (!own || !found) return true
  return placeOf(own.from) <= placeOf(found.to) && placeOf(found.from) <= placeOf(own.to)
}

/**
 * What is to be done about a stretch of time read, of which the service keeps only the sum of its day. It is counted once or not
 * at all: where it cannot be told whether it was counted, it is not sent again.
 */
function decideTime({ want, sent }: PendingChange, observed: Observed): Decision {
  const day = (observed.value ?? none) as TimeValue
  if (!sent) return { do: 'send', from: day }
  if (sent.refused !== undefined) return { do: 'drop' }
  const own = want as TimeValue
  const before = (sent.before ?? none) as TimeValue
  if (day.seconds === before.seconds) return { do: 'send', from: day }
  // Another device has read, too, if none of these verses came.
  const isThere = own.ranges.some((range) => day.ranges.some((found) => overlap(range, found)))
  if (!isThere) return { do: 'send', from: day }
  return day.seconds === before.seconds + own.seconds ? { do: 'done', value: null } : { do: 'drop' }
}
