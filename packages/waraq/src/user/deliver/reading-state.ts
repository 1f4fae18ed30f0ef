import type { SyncResource } from '@waraq/protocol/user'
import { isSamePlace, type ReadingBookmark } from '../model/entity.ts'
import { formsWithout, hasSlots, noForms, type ReadingForms } from '../model/reading-forms.ts'
import type { Observed } from '../model/decide.ts'
import type { PendingChange } from '../model/records.ts'
import type { UserDatabase } from '../store/database.ts'
import type { Outbox } from '../store/outbox.ts'
import type { ReadingState } from '../transports/reading-mutations.ts'

/** How reading bookmarks are sent: in the forms that pulls have told, and away from the bookmarks that have the flag. */
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

/** At the place that is wanted, a form without names has the name that is wanted. */
export function withName(observed: Observed, { kind, want }: PendingChange, forms: ReadingForms): Observed {
  if (kind !== 'reading' || hasSlots(forms) || !want || !observed.value) return observed
  const [there, wanted] = [observed.value as ReadingBookmark, want as ReadingBookmark]
  return isSamePlace(there.target, wanted.target) ? { ...observed, value: want } : observed
}

/**
 * Notes that the service refused a form, by which of its resources. Resolves with whether it was only tried, so that the other is
 * worth a try.
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
