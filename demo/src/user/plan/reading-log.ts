import { localDate } from '../../ui/local-date.ts'
import { StoredValue } from '../stored-value.ts'
import { parseHistory, withVisit } from './history.ts'
import { afterReading, parsePlan } from './plan.ts'

/** The reading plan and the reading history. Both stay on this device. */
export const plan = new StoredValue('waraq.plan.1', parsePlan)
export const history = new StoredValue('waraq.history.1', parseHistory)

/** Notes that the person has read up to this verse. */
export function noteRead(verseKey: string, at = Date.now()): void {
  history.set(withVisit(history.get(), { verseKey, at }))
  const now = plan.get()
  const next = now && afterReading(now, verseKey, localDate())
  if (next !== now) plan.set(next)
}

/** Removes the history. */
export function forgetHistory(): void {
  history.set([])
}
