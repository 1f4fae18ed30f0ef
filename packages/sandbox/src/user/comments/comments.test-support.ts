import {
  Comment,
  CommentRepliesResponse,
  CreateCommentResponse,
  PostCommentsResponse,
  UpdateCommentResponse,
} from '@waraq/protocol/user'
import { postSandbox, type User, write } from '../posts/posts.test-support.ts'

export type { User } from '../posts/posts.test-support.ts'

/** Users, and a post by amina. */
export async function postToTalkAbout() {
  const areas = await postSandbox()
  return { ...areas, post: await write(areas.amina) }
}

export async function say(user: User, postId: number, fields: object = {}): Promise<Comment> {
  const comment = { body: 'Well said.', isPrivate: false, postId, ...fields }
  return CreateCommentResponse.parse(await user.post('/v1/comments', { comment })).comment
}

export async function edit(user: User, id: number, fields: object): Promise<Comment> {
  return UpdateCommentResponse.parse(await user.patch(`/v1/comments/${id}`, { comment: fields })).data
}

export async function commentsOn(user: User, postId: number, query: Parameters<User['get']>[1] = {}) {
  return PostCommentsResponse.parse(await user.get(`/v1/posts/${postId}/comments`, query))
}

export async function repliesTo(user: User, id: number, query: Parameters<User['get']>[1] = {}) {
  return CommentRepliesResponse.parse(await user.get(`/v1/comments/${id}/replies`, query))
}

/** One comment as a user sees it: the list of replies tells it. */
export async function seen(user: User, id: number): Promise<Comment> {
  return (await repliesTo(user, id)).comment
}

export const ids = (comments: readonly Comment[]) => comments.map(({ id }) => id)
