import type { ReadingSlot } from '@waraq/protocol/user'

/** The forms in which the service reports reading bookmarks, as its rows show. */
export interface ReadingForms {
  /**
   * In slots, as READING_BOOKMARK:
   * - `reported`: rows of it were received
   * - `asked`: it was requested, and no rows were received
   * - `refused`: as `asked`, but the service accepted none
   * - `unknown`: the service does not know the resource
   */
  readonly slots: 'reported' | 'asked' | 'refused' | 'unknown'
  /** By `isReading` of a bookmark: the old form, which has one place and no name. Undefined if no bookmark was received. */
  readonly flag?: boolean | undefined
}

/** Before anything was read. */
export const noForms: ReadingForms = { slots: 'asked' }

/** The forms known after a pull. What the pull does not report stays as it was. */
export function formsAfter(former: ReadingForms = noForms, { slots, flag }: ReadingForms): ReadingForms {
  const isKept = slots === 'asked' && (former.slots === 'reported' || former.slots === 'refused')
  const known = flag ?? former.flag
  return { slots: isKept ? former.slots : slots, ...(known !== undefined && { flag: known }) }
}

export function hasSlots({ slots }: ReadingForms): boolean {
  return slots === 'reported' || slots === 'asked'
}

/**
 * Whether a slot is also reported by `isReading`. The first slot is, if bookmarks have the field. While that is unknown, the
 * field is sent only for a verse, because the bookmark of such a verse is in no list. The bookmark of a page would be.
 */
export function hasFlag(forms: ReadingForms, slot: ReadingSlot, isVerse: boolean): boolean {
  return slot === 1 && (forms.flag ?? (isVerse || !hasSlots(forms)))
}

/** The forms known after the service refused a form that was only tried; undefined if the service had reported that form. */
export function formsWithout(forms: ReadingForms, refused: 'slots' | 'flag'): ReadingForms | undefined {
  if (refused === 'slots') return forms.slots === 'asked' ? { ...forms, slots: 'refused' } : undefined
  return forms.flag === undefined ? { ...forms, flag: false } : undefined
}
