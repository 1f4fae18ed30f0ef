import { parseVerseRange } from '@waraq/contract/user'
import type { Decision, Seen } from './decide.ts'
import type { TimeValue, Value } from './entity.ts'
import type { Wish } from './records.ts'

/** What the service has of a day without any reading. */
const none: TimeValue = { seconds: 0, ranges: [] }

const placeOf = ({ chapter, verse }: { readonly chapter: number; readonly verse: number }) =>
  chapter * 1_000 + verse

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
export function decideTime({ want, sent }: Wish, seen: Seen): Decision {
  const day = (seen.value ?? none) as TimeValue
  if (!sent) return { do: 'send', from: day }
  if (sent.refused !== undefined) return { do: 'drop' }
  const own = want as TimeValue
  const before = ((sent.before as Value | undefined) ?? none) as TimeValue
  if (day.seconds === before.seconds) return { do: 'send', from: day }
  if (day.seconds === before.seconds + own.seconds) return { do: 'done', value: null }
  // Another device has read, too. Its verses tell whether these came as well, where they are others.
  const isThere = own.ranges.some((range) => day.ranges.some((found) => overlap(range, found)))
  return isThere ? { do: 'drop' } : { do: 'send', from: day }
}
