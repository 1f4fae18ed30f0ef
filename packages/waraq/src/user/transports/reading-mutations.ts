import type { MushafId, PushedMutation } from '@waraq/protocol/user'
import { isSamePlace, slotOf, type ReadingBookmark, type Target } from '../model/entity.ts'
import { hasFlag, hasSlots, type ReadingForms } from '../model/reading-forms.ts'
import type { FeedChange } from './transport.ts'

/** A bookmark that has `isReading`. */
export interface Flagged {
  readonly id: string
  readonly target: Target
  /** It is a bookmark of its own, too, and stays one without the flag. */
  readonly isKept: boolean
}

/** What a change of a reading bookmark needs to know besides. */
export interface ReadingState {
  readonly forms: ReadingForms
  readonly flagged: readonly Flagged[]
}

/** So many flags are taken away at once. A service has one. */
const mostFlagged = 5

/** What brings a slot to what is wanted, in each form that the service tells. None where it has no form for it. */
export function readingMutations(
  { entity, id, bookmarkId, want, at, actedAt, reading }: FeedChange,
  mushaf: MushafId,
): PushedMutation[] {
  const { forms, flagged } = reading!
  const slot = slotOf(entity)
  const placed = want as ReadingBookmark | null
  const { created, updated } = clientTimes({ at, actedAt })
  const mutations: PushedMutation[] = []

  if (hasSlots(forms)) {
    const resource = 'READING_BOOKMARK'
    // A slot that is nowhere is refused.
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
      // Of a page that was marked only a bookmark would be left, which nobody has set.
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

/** The times that are given with what is made, and with what is changed. The first one recognises what was made here. */
export function clientTimes({ at, actedAt }: Pick<FeedChange, 'at' | 'actedAt'>) {
  const updated = { clientUpdatedAt: new Date(actedAt).toISOString() }
  return { created: { clientCreatedAt: new Date(at).toISOString(), ...updated }, updated }
}

export const verseOf = ({ key, verseNumber = 1 }: Target) => ({ type: 'ayah', key, verseNumber }) as const

/** A verse or a page: bookmarks of the feed are nothing else. */
export const placeOf = (target: Target) =>
  target.type === 'ayah' ? verseOf(target) : ({ type: 'page', key: target.key } as const)
