import type { ReadingSlot } from '@waraq/protocol/user'

/** How the service tells where a person reads, as its rows show. */
export interface ReadingForms {
  /**
   * In slots, as READING_BOOKMARK:
   * - `told`: rows of it came
   * - `asked`: it was asked for, and none came
   * - `refused`: as `asked`, but the service took none
   * - `unknown`: the service does not know the resource
   */
  readonly slots: 'told' | 'asked' | 'refused' | 'unknown'
  /** By `isReading` of a bookmark, the old form, which has one place and no name. Undefined where no bookmark was told. */
  readonly flag?: boolean | undefined
}

/** Before anything was read. */
export const noForms: ReadingForms = { slots: 'asked' }

/** What is known after a pull. What it says nothing of stays as it was. */
export function formsAfter(former: ReadingForms = noForms, { slots, flag }: ReadingForms): ReadingForms {
  const isKept = slots === 'asked' && (former.slots === 'told' || former.slots === 'refused')
  const known = flag ?? former.flag
  return { slots: isKept ? former.slots : slots, ...(known !== undefined && { flag: known }) }
}

export function hasSlots({ slots }: ReadingForms): boolean {
  return slots === 'told' || slots === 'asked'
}

/**
 * Whether a slot is told by `isReading` too: the first one is, where bookmarks have it. As long as that is not known it is sent for
 * a verse, whose bookmark is in no list; that of a page would be.
 */
export function hasFlag(forms: ReadingForms, slot: ReadingSlot, isVerse: boolean): boolean {
  return slot === 1 && (forms.flag ?? (isVerse || !hasSlots(forms)))
}

/** What is known after a form was refused which was only tried; undefined where it had been told. */
export function formsWithout(forms: ReadingForms, refused: 'slots' | 'flag'): ReadingForms | undefined {
  if (refused === 'slots') return forms.slots === 'asked' ? { ...forms, slots: 'refused' } : undefined
  return forms.flag === undefined ? { ...forms, flag: false } : undefined
}
