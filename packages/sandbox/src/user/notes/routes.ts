import {
  CountRangeNotesQuery,
  CreateNoteBody,
  GetNoteQuery,
  ListEntityNotesQuery,
  ListNotesQuery,
  ListRangeNotesQuery,
  notePageLimits,
  PathVerseKey,
  PublishNoteBody,
  UpdateNoteBody,
} from '@waraq/protocol/user'
import { continuedPart, cursorData, wholePart } from '../parts/lists.ts'
import { unprocessable } from '../parts/refusal.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import { spanOf } from '../parts/verse-index.ts'
import type { Notes } from './notes.ts'

interface Parts {
  readonly notes: Notes
  readonly publish: Publish
}

export function noteRoutes(parts: Parts): UserRoute[] {
  return [...changingRoutes(parts), ...readingRoutes(parts), ...verseRoutes(parts)]
}

function changingRoutes(parts: Parts): UserRoute[] {
  const { notes } = parts
  return [
    route('POST', '/v1/notes', { scope: 'note.create', body: CreateNoteBody }, ({ userId, body }) =>
      done(notes.create(userId, body)),
    ),
    route(
      'PATCH',
      '/v1/notes/{noteId}',
      { scope: 'note.update', body: UpdateNoteBody },
      ({ userId, params, body }) => done(notes.update(userId, params.noteId, body)),
    ),
    route('DELETE', '/v1/notes/{noteId}', { scope: 'note.delete' }, ({ userId, params }) => {
      notes.delete(userId, params.noteId)
      return done({ success: true })
    }),
    route(
      'POST',
      '/v1/notes/{noteId}/publish',
      { scope: 'note.publish', body: PublishNoteBody },
      ({ userId, params, body }) =>
        done({ success: true, postId: publishNote(parts, userId, params.noteId, body) }),
    ),
  ]
}

function readingRoutes({ notes }: Parts): UserRoute[] {
  return [
    route('GET', '/v1/notes', { scope: 'note.read', query: ListNotesQuery }, ({ userId, query }) => {
      const { cursor, limit = notePageLimits.default, sortBy } = query
      if (!Number.isInteger(limit)) throw unprocessable('limit is a whole number.')
      return cursorData(continuedPart(notes.list(userId, sortBy), { cursor, limit }))
    }),
    route(
      'GET',
      '/v1/notes/{noteId}',
      { scope: 'note.read', query: GetNoteQuery },
      ({ userId, params, query }) =>
        done(notes.get(userId, params.noteId, { entities: query.withAttachedEntities })),
    ),
    route(
      'GET',
      '/v1/notes/by-attached-entity',
      { scope: 'note.read', query: ListEntityNotesQuery },
      ({ userId, query }) => done(notes.ofEntity(userId, query)),
    ),
  ]
}

function verseRoutes({ notes }: Parts): UserRoute[] {
  return [
    route(
      'GET',
      '/v1/notes/by-verse/{verseKey}',
      { scope: 'note.read', params: { verseKey: PathVerseKey } },
      ({ userId, params }) => {
        return cursorData(wholePart(notes.ofVerse(userId, params.verseKey)))
      },
    ),
    route(
      'GET',
      '/v1/notes/by-range',
      { scope: 'note.read', query: ListRangeNotesQuery },
      ({ userId, query }) => done(notes.inRange(userId, query)),
    ),
    route(
      'GET',
      '/v1/notes/count-within-range',
      { scope: 'note.read', query: CountRangeNotesQuery },
      ({ userId, query }) => done(notes.countInRange(userId, query)),
    ),
  ]
}

/** Creates a post by a user and returns its id. */
export type Publish = (
  userId: string,
  reflection: { readonly body: string; readonly ranges: readonly string[] },
) => number

/**
 * Creates a post from a note and returns the post's id. The post has the given text. Without given ranges it is about the
 * verses of the note. The API documentation does not say what happens to the note. Here it stays, and the post is attached
 * to it, so that the note links to its posts.
 * @throws {Refusal} 404, 422 if a range is not a range of verses
 */
export function publishNote(
  { notes, publish }: { readonly notes: Notes; readonly publish: Publish },
  userId: string,
  noteId: string,
  wanted: PublishNoteBody,
): number {
  const note = notes.get(userId, noteId)
  const ranges = wanted.ranges ?? note.ranges ?? []
  for (const range of ranges) spanOf(range)
  const postId = publish(userId, { body: wanted.body, ranges })
  notes.attach(userId, noteId, { entityId: String(postId), entityType: 'reflection' })
  return postId
}
