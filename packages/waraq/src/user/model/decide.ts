import { parseVerseRange, type VersePlace } from '@waraq/protocol/user'
import { isLater } from './mutated-at.ts'
import { isSame, type Kind, type TimeValue, type Value } from './entity.ts'
import { pendingFormat, type WhyBlocked, type PendingChange } from './records.ts'

/** What a probe observed of an entity at the service. */
export interface Observed {
  readonly value: Value | null
  /** The service's own id, if there is one. */
  readonly id?: string | undefined
  /**
   * When it last changed, in milliseconds since the epoch, if the service reports it. For places and reading bookmarks the feed
   * reports the time of the person's mutation; otherwise it is the time of arrival at the service.
   */
  readonly at?: number | undefined
}

/** What is known in addition to the pending change. */
export interface Situation {
  /** For a member: `ready` if its collection is at the service, `waiting` if it is still to be made, or `gone`. */
  readonly owner: 'ready' | 'waiting' | 'gone'
  /** Whether the service has an id for the entity. */
  readonly hasId: boolean
  /** By how many milliseconds the service's clock is ahead of the device's, as far as it is known now. */
  readonly ahead?: number | undefined
  /** What was sent is no longer in doubt: none of its requests can still take effect. */
  readonly isCertain: boolean
  /** The result of a probe that started after that. */
  readonly observed?: Observed | undefined
}

export type Decision =
  /** Nothing is done until a person decides or a newer version of this program is installed. */
  | { readonly do: 'nothing' }
  /** Its collection has to be sent first. */
  | { readonly do: 'wait' }
  /** The outcome is unknown, and it is too early to probe. */
  | { readonly do: 'doubt' }
  | { readonly do: 'probe' }
  /** Send the change from `from` to the desired value. `recreate`: the former entity is gone, so it is made again. */
  | { readonly do: 'send'; readonly from: Value | null; readonly recreate?: true }
  /** What was sent has arrived, but the person has changed the entity since. That later change stays pending. */
  | {
      readonly do: 'go on'
      readonly value: Value | null
      readonly id?: string | undefined
      readonly at?: number | undefined
    }
  /** The service has the desired value, and the pending change is complete. */
  | { readonly do: 'done'; readonly value: Value | null; readonly id?: string | undefined }
  /**
   * It may have been counted already, and counting it twice would be wrong. It is dropped, and the status reports how much was
   * dropped.
   */
  | { readonly do: 'drop' }
  | { readonly do: 'block'; readonly why: WhyBlocked; readonly code?: string; readonly remote?: Value | null }

/**
 * Which value wins if the service has neither the base nor the desired value:
 * - `ours`: this device's value, whatever changed in between
 * - `later`: the value that was changed last
 * - `both`: neither is dropped; a person decides
 */
type Policy = 'ours' | 'later' | 'both'

const policies: Record<Kind, Policy> = {
  member: 'ours',
  bookmark: 'ours',
  setting: 'ours',
  // As in the service's own applications.
  reading: 'later',
  place: 'later',
  note: 'both',
  // For a rename the operations report only its time of arrival, and a deletion is reported without a time. So the later
  // mutation is not known.
  collection: 'both',
  // Sums have no policy: `decideTime`.
  time: 'ours',
}

/** Whether the first request needs a probe before it, because others may have changed the entity or made the same one. */
function probesFirst({ kind, desired }: PendingChange, hasId: boolean): boolean {
  switch (kind) {
    case 'place':
    case 'time':
      return true
    case 'collection':
      return hasId || desired !== null
    case 'note':
      return hasId
    default:
      return false
  }
}

/** Decides what to do about a pending change. */
export function decide(
  pending: PendingChange,
  { owner, hasId, isCertain, observed, ahead = pending.ahead }: Situation,
): Decision {
  const { kind, desired, base, sent, blocked, format } = pending
  if (blocked || format > pendingFormat) return { do: 'nothing' }
  if (owner === 'waiting') return { do: 'wait' }
  if (owner === 'gone')
    return desired === null ? { do: 'done', value: null } : { do: 'block', why: 'depends' }
  if (sent && sent.refused === undefined && !isCertain) return { do: 'doubt' }
  if (!observed) return sent || probesFirst(pending, hasId) ? { do: 'probe' } : { do: 'send', from: base }
  if (kind === 'time') return decideTime(pending, observed)
  const { value, id } = observed
  const isBehind = isLater(observed.at, pending, ahead)
  if (isSame(value, desired)) return { do: 'done', value, id }
  if (sent && isSame(value, sent.desired)) return { do: 'go on', value, id, at: observed.at }
  // The place moves on elsewhere without a base that this device could compare. A move by this device itself is not a change.
  const isOwn = isSame(value, base) && observed.at !== undefined && observed.at <= (pending.baseAt ?? -1)
  if (kind === 'place' && isBehind && !isOwn) return { do: 'done', value, id }
  // It was deleted elsewhere. What a person wrote is made again.
  const isGone = kind === 'note' && value === null && base !== null
  if (isGone) return { do: 'send', from: null, recreate: true }
  if (sent?.refused !== undefined && sent.at === pending.at) {
    // If it no longer exists it can be made again, and a person decides that.
    const why = sent.refused === 'not_found' ? 'depends' : 'refused'
    return { do: 'block', why, code: sent.refused, remote: value }
  }
  if (isSame(value, base)) return { do: 'send', from: value }
  if (policies[kind] === 'both') return { do: 'block', why: 'conflict', remote: value }
  return policies[kind] === 'later' && isBehind ? { do: 'done', value, id } : { do: 'send', from: value }
}

/** The service's value for a day without any reading. */
const none: TimeValue = { seconds: 0, ranges: [] }

const placeOf = ({ chapter, verse }: VersePlace) => chapter * 1_000 + verse

function overlap(one: string, other: string): boolean {
  const [own, found] = [parseVerseRange(one), parseVerseRange(other)]
  // A range that cannot be parsed may be the same.
  if (!own || !found) return true
  return placeOf(own.from) <= placeOf(found.to) && placeOf(found.from) <= placeOf(own.to)
}

/**
 * Decides what to do about a stretch of reading time. The service keeps only the sum of the day. The stretch is counted once or
 * not at all: if it is unknown whether it was counted, it is not sent again.
 */
function decideTime({ desired, sent }: PendingChange, observed: Observed): Decision {
  const day = (observed.value ?? none) as TimeValue
  if (!sent) return { do: 'send', from: day }
  if (sent.refused !== undefined) return { do: 'drop' }
  const own = desired as TimeValue
  const before = (sent.before ?? none) as TimeValue
  if (day.seconds === before.seconds) return { do: 'send', from: day }
  // If none of these verses arrived, the difference comes from reading on another device.
  const isThere = own.ranges.some((range) => day.ranges.some((found) => overlap(range, found)))
  if (!isThere) return { do: 'send', from: day }
  return day.seconds === before.seconds + own.seconds ? { do: 'done', value: null } : { do: 'drop' }
}
