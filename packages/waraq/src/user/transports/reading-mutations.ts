import type { MushafId, PushedMutation } from '@waraq/protocol/user'
import { isSamePlace, slotOf, type ReadingBookmark, type Target } from '../model/entity.ts'
import { hasFlag, hasSlots, type ReadingForms } from '../model/reading-forms.ts'
import type { FeedChange } from './transport.ts'

/** A bookmark that has `isReading`. */
export interface Flagged {
  readonly id: string
  readonly target: Target
  /** It is also a separate bookmark, and stays one without the flag. */
  readonly isKept: boolean
}

/** The additional state that a change of a reading bookmark needs. */
export interface ReadingState {
  readonly forms: ReadingForms
  readonly flagged: readonly Flagged[]
}

/** The maximum number of flags that are removed at the same time. A service has one. */
const mostFlagged = 5

/**
 * The mutations that bring a slot to the desired state, in each form that the service reports. Empty if the service has no form
 * for it.
 */
export function readingMutations(
  { entity, id, bookmarkId, desired, at, mutatedAt, reading }: FeedChange,
  mushaf: MushafId,
): PushedMutation[] {
  const { forms, flagged } = reading!
  const slot = slotOf(entity)
  const placed = desired as ReadingBookmark | null
  const { created, updated } = clientTimes({ at, mutatedAt })
  const mutations: PushedMutation[] = []

  if (hasSlots(forms)) {
    const resource = 'READING_BOOKMARK'
    // The service refuses a slot without a place.
    if (!placed) {
      if (id !== undefined) mutations.push({ type: 'DELETE', resource, resourceId: id })
    } else {
      const { name, target, mushafId = mushaf } = placed
      const data = { slot, name, ...placeOf(target), mushafId }
      mutations.push(
        id === undefined
          ? { type: 'CREATE', resource, data: { ...data, ...created } }
          : { type: 'UPDATE', resource, resourceId: id, data: { ...data, ...updated } },
      )
    }
  }

  if (hasFlag(forms, slot, placed?.target.type !== 'page')) {
    const resource = 'BOOKMARK'
    const former = flagged.filter(({ target }) => !placed || !isSamePlace(placed.target, target))
    for (const { id: resourceId, target, isKept } of former.slice(0, mostFlagged)) {
      const data = { ...placeOf(target), mushaf, isReading: false, ...updated }
      // For a marked page without a separate bookmark, removing the flag would leave a bookmark that the person never set.
      mutations.push(
        target.type === 'page' && !isKept
          ? { type: 'DELETE', resource, resourceId }
          : { type: 'UPDATE', resource, resourceId, data },
      )
    }
    if (placed) {
      const data = { ...placeOf(placed.target), mushaf: placed.mushafId ?? mushaf, isReading: true }
      mutations.push(
        bookmarkId === undefined
          ? { type: 'CREATE', resource, data: { ...data, ...created } }
          : { type: 'UPDATE', resource, resourceId: bookmarkId, data: { ...data, ...updated } },
      )
    }
  }
  return mutations
}

/**
 * The times that are sent with an entity that is made, and with one that is changed. `clientCreatedAt` identifies what this
 * device made.
 */
export function clientTimes({ at, mutatedAt }: Pick<FeedChange, 'at' | 'mutatedAt'>) {
  const updated = { clientUpdatedAt: new Date(mutatedAt).toISOString() }
  return { created: { clientCreatedAt: new Date(at).toISOString(), ...updated }, updated }
}

export const verseOf = ({ key, verseNumber = 1 }: Target) => ({ type: 'ayah', key, verseNumber }) as const

/** A verse or a page: the feed has no other bookmarks. */
export const placeOf = (target: Target) =>
  target.type === 'ayah' ? verseOf(target) : ({ type: 'page', key: target.key } as const)
