import type { SyncResource } from '@waraq/protocol/user'
import { isSamePlace, type ReadingBookmark } from '../model/entity.ts'
import { formsWithout, hasSlots, noForms, type ReadingForms } from '../model/reading-forms.ts'
import type { Observed } from '../model/decide.ts'
import type { PendingChange } from '../model/records.ts'
import type { UserDatabase } from '../store/database.ts'
import type { Outbox } from '../store/outbox.ts'
import type { ReadingState } from '../transports/reading-mutations.ts'

/**
 * Reads the state that sending reading bookmarks depends on: the forms that pulls have reported, and the bookmarks that have
 * the flag.
 */
export async function readingState(db: UserDatabase): Promise<ReadingState> {
  const flagged = await db.rows
    .where('kind')
    .equals('bookmark')
    .filter(({ isReading }) => isReading === true)
    .toArray()
  return {
    forms: (await db.feed())?.reading ?? noForms,
    flagged: flagged.flatMap(({ id, target, value }) =>
      id === undefined || !target ? [] : [{ id, target, isKept: value !== null }],
    ),
  }
}

/** Adds the desired name to a reading bookmark from a form without names, if it is at the desired place. */
export function withName(
  observed: Observed,
  { kind, desired }: PendingChange,
  forms: ReadingForms,
): Observed {
  if (kind !== 'reading' || hasSlots(forms) || !desired || !observed.value) return observed
  const [there, wanted] = [observed.value as ReadingBookmark, desired as ReadingBookmark]
  return isSamePlace(there.target, wanted.target) ? { ...observed, value: desired } : observed
}

/**
 * Stores that the service refused a form, identified by its resource. Resolves with whether the form was only tried, so that
 * the other form is worth a try.
 */
export async function noteRefused(outbox: Outbox, resource: SyncResource): Promise<boolean> {
  const { db } = outbox
  let isNew = false
  await outbox.write(async () => {
    const feed = await db.feed()
    const reading = formsWithout(feed?.reading ?? noForms, resource === 'READING_BOOKMARK' ? 'slots' : 'flag')
    if (!feed || !reading) return
    isNew = true
    await db.meta.put({ ...feed, reading })
  })
  return isNew
}
