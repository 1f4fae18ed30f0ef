import type { AppliedSyncMutation, PushedMutation } from '@waraq/protocol/user'
import type { FaultEffect } from '../../faults/fault.ts'
import { targetOf, type NamedTarget } from '../bookmarks/target.ts'
import { forbidden, Refusal, unprocessable } from '../parts/refusal.ts'
import { membershipId } from '../parts/journal.ts'
import type { World } from '../parts/world.ts'
import { areasOf, collectionIdOf, needResource, presenter, type FeedAreas } from './feed.ts'

interface Push {
  readonly userId: string
  readonly scopes: readonly string[]
  readonly lastMutationAt: number
  readonly mutations: readonly PushedMutation[]
  readonly faults: NonNullable<FaultEffect['userFeed']>
}

/**
 * Applies the mutations that a client sends, one after another, on top of the head that it has seen. If one is refused,
 * those before it stay.
 * @throws {Refusal} 409 if the head is another, 422 if a mutation is refused
 */
export function pushToFeed(areas: FeedAreas, world: World, push: Push) {
  const { userId, scopes, lastMutationAt, mutations, faults } = push
  if (faults.outOfSync || lastMutationAt !== areas.journal.head(userId))
    throw outOfSync(faults.outOfSync ?? (world.nextNumber('out of sync') % 2 === 1 ? 'error' : 'details'))
  const applied: AppliedSyncMutation[] = []
  for (const [place, mutation] of mutations.slice(0, faults.appliedOnly).entries()) {
    try {
      if (faults.refuse && hasAll(mutation, faults.refuse)) throw unprocessable('It is not taken.')
      needResource(areas, mutation.resource)
      if (
        !areasOf[mutation.resource].every((area) => scopes.some((scope) => scope.split('.', 1)[0] === area))
      )
        throw forbidden(`The access token lacks the scope for ${mutation.resource}.`)
      applied.push(done(areas, userId, mutation))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw unprocessable(
        faults.unnamed ? 'One of the mutations is not taken.' : `mutations[${place}]: ${error.message}`,
      )
    }
  }
  return { mutations: applied, lastMutationAt: areas.journal.head(userId) }
}

/** The service has two forms of this answer. */
function outOfSync(form: 'error' | 'details'): Refusal {
  const message = 'Invalid lastMutationAt, please re-sync your data and try again.'
  const error = { success: false, error: { code: 'OutOfSyncError', message } }
  return form === 'error'
    ? new Refusal(409, message, undefined, { message: undefined, type: undefined, ...error })
    : new Refusal(409, message, 'Conflict', { details: error })
}

/** Whether a value has these fields, and their fields, with these values. */
function hasAll(value: unknown, fields: object): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(fields).every(([name, wanted]: [string, unknown]) => {
    const found = (value as Readonly<Record<string, unknown>>)[name]
    return typeof wanted === 'object' && wanted !== null ? hasAll(found, wanted) : found === wanted
  })
}

function done(areas: FeedAreas, userId: string, mutation: PushedMutation): AppliedSyncMutation {
  const { type, resource } = mutation
  const times =
    mutation.type === 'DELETE'
      ? {}
      : (mutation.data as { clientCreatedAt?: string; clientUpdatedAt?: string })
  const { clientCreatedAt, clientUpdatedAt } = times
  const id = areas.journal.at({ clientCreatedAt, clientUpdatedAt }, () => apply(areas, userId, mutation))
  const row = areas.journal.row(userId, resource, id)
  const shown = row && presenter(areas, userId)(row)
  const { timestamp, ...reported } = shown ?? { timestamp: 0 }
  // A deleted entity has no time in the answer.
  return { ...reported, type, resource, ...(type !== 'DELETE' && { timestamp }) }
}

/** Applies one mutation. Returns the id of its entity in the journal. */
function apply(areas: FeedAreas, userId: string, mutation: PushedMutation): string {
  const { bookmarks, collections, notes, readingSessions, readingBookmarks, readingForm } = areas
  if (mutation.type === 'DELETE') return remove(areas, userId, mutation)
  const isNew = mutation.type === 'CREATE'
  switch (mutation.resource) {
    case 'BOOKMARK': {
      const { isReading, ...named } = mutation.data
      const target = isNew ? targetOf(named) : bookmarks.need(userId, mutation.resourceId).target
      const former = bookmarks.reading(userId)
      if (isNew) bookmarks.set(userId, target)
      // A service that does not report the mark does not accept it either.
      if (readingForm !== 'slots') bookmarks.set(userId, target, isReading)
      const { id } = bookmarks.find(userId, target)!
      if (former) collections.releaseOrphan(former)
      return id
    }
    case 'COLLECTION': {
      const { name } = mutation.data
      if (mutation.type === 'CREATE') {
        const { isDefault, isSystem } = mutation.data
        if (isDefault) throw unprocessable('Favorites are there already.')
        return collections.create(userId, name, isSystem).id
      }
      collections.rename(userId, mutation.resourceId, name)
      return mutation.resourceId
    }
    case 'COLLECTION_BOOKMARK': {
      const { collectionId, ...named } = mutation.data
      const id = collectionIdOf(userId, collectionId)
      const target = targetOf(named)
      collections.add(userId, id, target)
      return membershipId(id, bookmarks.find(userId, target)!.id)
    }
    case 'NOTE': {
      const { body, ranges } = mutation.data
      if (isNew) return notes.create(userId, { body, ranges, saveToQR: false }).id
      return notes.update(userId, mutation.resourceId, { body }, ranges).id
    }
    case 'READING_SESSION': {
      if (isNew) return readingSessions.begin(userId, mutation.data).id
      return readingSessions.move(userId, mutation.resourceId, mutation.data).id
    }
    case 'READING_BOOKMARK': {
      const { slot, name, clientUpdatedAt, ...named } = mutation.data
      if (!isNew && readingBookmarks.need(userId, mutation.resourceId).slot !== slot)
        throw unprocessable('A reading bookmark keeps its slot.')
      return readingBookmarks.place(userId, { slot, name, target: targetOf(named) }, clientUpdatedAt).id
    }
  }
}

type Removal = Extract<PushedMutation, { type: 'DELETE' }>

function remove(
  { bookmarks, collections, notes, readingSessions, readingBookmarks }: FeedAreas,
  userId: string,
  mutation: Removal,
): string {
  if (mutation.resource === 'COLLECTION_BOOKMARK') {
    const { collectionId, bookmarkId, ...place } = mutation.data
    const id = collectionIdOf(userId, collectionId)
    const bookmark =
      bookmarkId === undefined
        ? bookmarks.find(userId, targetOf(place as NamedTarget))
        : bookmarks.need(userId, bookmarkId)
    collections.remove(userId, id, bookmark)
    return membershipId(id, bookmark!.id)
  }
  const { resource, resourceId } = mutation
  if (resource === 'COLLECTION') collections.delete(userId, resourceId)
  else if (resource === 'NOTE') notes.delete(userId, resourceId)
  else if (resource === 'READING_SESSION') readingSessions.delete(userId, resourceId)
  else if (resource === 'READING_BOOKMARK') readingBookmarks.delete(userId, resourceId)
  else {
    // Like the operation: its entries in collections stay, without the mark.
    const bookmark = bookmarks.need(userId, resourceId)
    bookmarks.unset(bookmark)
    collections.releaseOrphan(bookmark)
  }
  return resourceId
}
