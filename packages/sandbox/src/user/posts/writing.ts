import { type RoomPostStatus, roomPostStatusOfRequest, type UpdatePostDto } from '@waraq/contract/user'
import { forbidden, invalidRequest } from '../parts/refusal.ts'
import type { Rooms } from '../rooms/rooms.ts'
import { checkedMentions, mentionsLeft } from './mentions.ts'
import type { PostNeighbours } from './neighbours.ts'
import type { PostContent } from './post.ts'
import { storedReference } from './references.ts'

/** What a user sends of a post. */
export type SentPost = UpdatePostDto

/** What a post says before anybody wrote it. */
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
 * What a post says after a user wrote it. What was not sent stays as it was.
 * @throws {Refusal} 400 for references, mentions, tags and a room post status that make no sense; 403 where the user may not
 *   post there or as somebody; 404 for a room that is not there for the user
 */
export function written(
  neighbours: PostNeighbours,
  userId: string,
  sent: SentPost,
  before: PostContent,
): PostContent {
  // For whom else one could post is not documented. `roomPostStatus` says so for rooms.
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

/** Only a place that was sent is checked: who left a room may still mend what they wrote there. */
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

/** As the service writes instants. One without an offset is in UTC. */
function instantOf(text: string): string {
  return new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`).toISOString()
}
