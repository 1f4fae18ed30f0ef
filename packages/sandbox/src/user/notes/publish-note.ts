import type { PublishNoteBody } from '@waraq/protocol/user'
import { spanOf } from '../parts/verse-index.ts'
import type { Notes } from './notes.ts'

/** Makes a post by a user, and gives its id. */
export type Publish = (
  userId: string,
  reflection: { readonly body: string; readonly ranges: readonly string[] },
) => number

/**
 * Makes a post of a note and gives the post's id. The post has the given text; without given ranges it is about
 * the verses of the note. What happens to the note is not documented. Here it stays, and the post is attached to it, so that
 * the note leads to its posts.
 * @throws {Refusal} 404, 422 where a range is none of verses
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
