import { activityDays } from '../../client/user/operations/activity-days.ts'
import { bookmarks } from '../../client/user/operations/bookmarks.ts'
import { collections } from '../../client/user/operations/collections.ts'
import { notes } from '../../client/user/operations/notes.ts'
import { preferences } from '../../client/user/operations/preferences.ts'
import { readingSessions } from '../../client/user/operations/reading-sessions.ts'
import type { UserClientOf } from '../../client/user/calls.ts'
import { favoritesCollectionId } from '@waraq/protocol/user'
import { favoritesKey, type NoteValue } from '../model/entity.ts'

/** The operations that are used, so that no others are bundled. */
export const chosenOperations = {
  activityDays: { list: activityDays.list, record: activityDays.record },
  bookmarks: {
    add: bookmarks.add,
    delete: bookmarks.delete,
    find: bookmarks.find,
    list: bookmarks.list,
    listInRange: bookmarks.listInRange,
  },
  collections: {
    create: collections.create,
    rename: collections.rename,
    delete: collections.delete,
    list: collections.list,
    get: collections.get,
    addBookmark: collections.addBookmark,
    removeBookmark: collections.removeBookmark,
  },
  notes: {
    create: notes.create,
    update: notes.update,
    delete: notes.delete,
    get: notes.get,
    list: notes.list,
    listInRange: notes.listInRange,
  },
  preferences: { get: preferences.get, set: preferences.update },
  readingSessions: { list: readingSessions.list, record: readingSessions.record },
}
export type Operations = UserClientOf<typeof chosenOperations>

/** The service's id of the collection that a member belongs to. */
export function idOfOwner(owner: string | undefined, ownerId: string | undefined): string {
  return owner === favoritesKey ? favoritesCollectionId : ownerId!
}

export interface AnsweredNote {
  readonly id: string
  readonly body: string
  readonly ranges?: readonly string[] | undefined
  readonly createdAt?: string | undefined
  readonly updatedAt?: string | undefined
}

export function noteValue({ body, ranges = [] }: AnsweredNote): NoteValue {
  return { body, ranges: [...ranges] }
}
