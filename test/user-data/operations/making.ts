import {
  type CreateGroupDto,
  type CreatePostBodyDto,
  type PostSerialized,
  type RoomProfileResponseDto,
  postOfResponse,
  roomPostStatusInRequests,
} from '@waraq/protocol/user'
import type { UserClient } from 'waraq/client'

let made = 0

/** Creates a group of a user, public by default. */
export async function groupOf(user: UserClient, more: Partial<CreateGroupDto> = {}) {
  made += 1
  const named = { name: `Readers ${made}`, url: `readers-${made}`, public: true }
  return (await user.rooms.createGroup({ ...named, ...more })).data
}

/** Creates a page of a user and returns it as `reader` sees it: the operation that creates a page does not return it. */
export async function pageOf(user: UserClient, reader = user): Promise<RoomProfileResponseDto> {
  made += 1
  const url = `lessons-${made}`
  await user.rooms.createPage({
    name: `Lessons ${made}`,
    jobTitle: 'Teacher',
    contactNumber: '+1 555 0100',
    organizationName: 'A school',
    purpose: 'Lessons for beginners',
    url,
    public: true,
  })
  return reader.rooms.getPage(url)
}

/** Creates a published post about 94:5-6, by default outside of rooms and for all users. */
export async function write(
  user: UserClient,
  userId: string,
  more: Partial<CreatePostBodyDto['post']> = {},
): Promise<PostSerialized> {
  const post = {
    roomPostStatus: roomPostStatusInRequests.publicly,
    body: 'With hardship comes ease.',
    draft: false,
    tags: ['ease'],
    references: [{ chapterId: 94, from: 5, to: 6 }],
    mentions: [],
    roomId: 0,
    postAsAuthorId: userId,
    publishedAt: '2026-03-01T08:00:00.000Z',
    ...more,
  }
  return postOfResponse(await user.posts.create({ post }))
}

/** Creates a comment on a post. */
export async function commentOn(user: UserClient, postId: number, body = 'Well said.', parentId?: number) {
  const comment = { body, postId, isPrivate: false, ...(parentId === undefined ? {} : { parentId }) }
  return (await user.comments.create({ comment })).comment
}
