import {
  FeedResponseDto,
  PostCreatedResponse,
  postOfResponse,
  PostSerialized,
  RoomCreatedResponseDto,
} from '@waraq/protocol/user'
import { World } from '../parts/world.ts'
import { Follows } from '../people/follows.ts'
import { People } from '../people/people.ts'
import { sandboxUsers } from '../people/person.ts'
import { Rooms } from '../rooms/rooms.ts'
import { Tags } from '../tags/tags.ts'
import { signedIn, userSandbox } from '../user-data.test-support.ts'
import { Posts } from './posts.ts'

export type User = Awaited<ReturnType<typeof signedIn>>
export const start = Date.parse('2026-01-05T10:00:00Z')
export const day = 24 * 3_600_000

/** A sandbox, all of its users, and a clock that stands still until time passes. */
export async function postSandbox() {
  let now = start
  const sandbox = userSandbox({ now: () => now, tokenLifetime: 90 * 24 * 3_600 })
  const [amina, idris, leyla, tariq, maria] = await Promise.all([
    signedIn(sandbox, 'amina'),
    signedIn(sandbox, 'idris'),
    signedIn(sandbox, 'leyla'),
    signedIn(sandbox, 'tariq'),
    signedIn(sandbox, 'maria'),
  ])
  const pass = (ms: number) => void (now += ms)
  return { sandbox, amina, idris, leyla, tariq, maria, pass }
}

/** The areas without HTTP. */
export function bareAreas() {
  const world = new World(() => start)
  const people = new People(world, sandboxUsers)
  const follows = new Follows(people)
  const rooms = new Rooms(world, people, follows)
  const posts = new Posts(world, people, follows, rooms, new Tags(world))
  return { world, people, rooms, posts }
}

/** The body by which a user publishes a post for all users. */
export function draftOf(userId: string, fields: object = {}) {
  const post = {
    roomPostStatus: 1 as const,
    body: 'Something to think about.',
    draft: false,
    references: [],
    mentions: [],
    roomId: 0,
    postAsAuthorId: userId,
    publishedAt: new Date(start).toISOString(),
    ...fields,
  }
  return { post }
}

export async function write(user: User, fields: object = {}): Promise<PostSerialized> {
  const answer = await user.post('/v1/posts', draftOf(user.id, fields))
  return postOfResponse(PostCreatedResponse.parse(answer))
}

export async function change(user: User, id: number, fields: object): Promise<PostSerialized> {
  const answer = await user.patch(`/v1/posts/${id}`, fields)
  return postOfResponse(PostCreatedResponse.parse(answer))
}

export async function read(user: User, id: number): Promise<PostSerialized> {
  return PostSerialized.parse(await user.get(`/v1/posts/${id}`))
}

/** Status of the refusal, or 200. */
export async function statusFor(user: User, id: number): Promise<number> {
  return (await user.send('GET', `/v1/posts/${id}`)).status
}

export async function page(
  user: User,
  path: string,
  query: Parameters<User['get']>[1] = {},
): Promise<FeedResponseDto> {
  return FeedResponseDto.parse(await user.get(path, query))
}

/** Ids of the posts of a page. */
export async function idsOf(user: User, path: string, query: Parameters<User['get']>[1] = {}) {
  return (await page(user, path, query)).data.map(({ id }) => id)
}

export async function groupOf(user: User, fields: object = {}): Promise<number> {
  const body = { name: 'Circle', url: 'circle', ...fields }
  return RoomCreatedResponseDto.parse(await user.post('/v1/rooms/groups', body)).data.id
}

export async function follow(follower: User, followee: User): Promise<void> {
  await follower.post(`/v1/users/${followee.id}/toggle-follow`, { action: 'follow' })
}

export const mentionOfUser = (userId: string, displayName = 'A friend') => ({
  marker: '{{1b4e28ba-2fa1-11d2-883f-0016d3cca427}}',
  userId,
  displayName,
})

export const ago = (days: number) => ({ publishedAt: new Date(start - days * day).toISOString() })
/** Verses of the first chapter. */
export const fatiha = { chapterId: 1, from: 2, to: 4 }
export const ids = (...posts: readonly { readonly id: number }[]) => posts.map(({ id }) => id)

/** Posts of three days by three users, liked by one, two and none. */
export async function likedPosts() {
  const areas = await postSandbox()
  const { amina, idris, leyla } = areas
  const one = await write(amina, { ...ago(2), references: [fatiha], tags: ['Hope'] })
  const two = await write(idris, { ...ago(30), tags: ['hope', 'peace'] })
  const none = await write(leyla, ago(0))
  await leyla.post(`/v1/posts/${one.id}/toggle-like`)
  for (const user of [amina, leyla]) await user.post(`/v1/posts/${two.id}/toggle-like`)
  return { ...areas, one, two, none }
}
