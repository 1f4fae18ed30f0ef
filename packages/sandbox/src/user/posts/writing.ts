import { type RoomPostStatus, roomPostStatusOfRequest, type UpdatePostDto } from '@waraq/protocol/user'
import { forbidden, invalidRequest } from '../parts/refusal.ts'
import type { Rooms } from '../rooms/rooms.ts'
import { checkedMentions, mentionsLeft } from './mentions.ts'
import type { PostNeighbours } from './neighbours.ts'
import type { PostContent } from './post.ts'
import { storedReference } from './references.ts'

/** The fields of a post that a user sends. */
export type SentPost = UpdatePostDto

/** A new post before its author's fields are set. */
export function nothingWritten(publishedAt: string): PostContent {
  return {
    body: '',
    draft: false,
    publishedAt,
    roomId: 0,
    roomPostStatus: 'publicly',
    references: [],
    tags: [],
    mentions: [],
  }
}

/**
 * Returns the post after a user's change. Fields that were not sent stay.
 * @throws {Refusal} 400 for invalid references, mentions, tags or room post status; 403 if the user may not post there or in
 * that name; 404 for a room that the user does not see
 */
export function written(
  neighbours: PostNeighbours,
  userId: string,
  sent: SentPost,
  before: PostContent,
): PostContent {
  // The API documentation does not define in whose name else a user could post. For rooms, `roomPostStatus` defines it.
  if ((sent.postAsAuthorId ?? userId) !== userId) throw forbidden('A post is written as oneself.')
  const { world, people, rooms, tags } = neighbours
  const body = sent.body ?? before.body
  return {
    body,
    draft: sent.draft ?? before.draft,
    publishedAt: sent.publishedAt === undefined ? before.publishedAt : instantOf(sent.publishedAt),
    ...placeOf(rooms, userId, sent, before),
    mentions: sent.mentions
      ? checkedMentions(people, body, sent.mentions)
      : mentionsLeft(body, before.mentions),
    references:
      sent.references?.map((reference) => storedReference(reference, world.nextText('reference'))) ??
      before.references,
    tags: sent.tags ? tags.named(sent.tags) : before.tags,
  }
}

type Place = Pick<PostContent, 'roomId' | 'roomPostStatus'>

/** Checks the room only if it was sent: a user who has left a room may still edit a post there. */
function placeOf(rooms: Rooms, userId: string, sent: SentPost, before: Place): Place {
  const roomId = sent.roomId ?? before.roomId
  const roomPostStatus =
    sent.roomPostStatus === undefined ? before.roomPostStatus : roomPostStatusOfRequest(sent.roomPostStatus)
  if (sent.roomId !== undefined || sent.roomPostStatus !== undefined) {
    checkPlace(rooms, userId, roomId, roomPostStatus)
  }
  return { roomId, roomPostStatus }
}

function checkPlace(rooms: Rooms, userId: string, roomId: number, status: RoomPostStatus): void {
  if (roomId === 0) {
    if (status !== 'publicly') throw invalidRequest('Outside of rooms there are only public posts.')
    return
  }
  const room = rooms.needReadable(roomId, userId)
  if (!rooms.isMember(room, userId)) throw forbidden('Only members post in a room.')
  if (status === 'asRoom' && !rooms.isAdmin(room, userId)) throw forbidden('Only admins post as the room.')
}

/** Converts a time to the service's format. A time without an offset is in UTC. */
function instantOf(text: string): string {
  return new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`).toISOString()
}
