/** Each error that the service documents, once in every area, as applications get it. */
import type { UserClient, UserService as ServiceName } from 'waraq/client'
import { standardErrorTypes, type StandardErrorType } from '@waraq/protocol/user'
import { failure } from '@waraq/test-support/failure'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calledOperations } from './operations/index.ts'
import { groupOf, write } from './operations/making.ts'
import { newCast, noon, startUserService, type Cast, type UserService } from './service.ts'

let service: UserService
let cast: Cast

beforeAll(async () => {
  service = await startUserService()
})
afterAll(() => service.listening.close())
beforeEach(() => {
  service.now = noon
  service.sandbox.clearFaults()
  cast = newCast(service)
})

const mushaf = { mushafId: 1 } as const

/** A request to each area that changes nothing. */
const reads: { readonly [Area in keyof UserClient]: (user: UserClient) => Promise<unknown> } = {
  activityDays: (user) => user.activityDays.list(),
  bookmarks: (user) => user.bookmarks.list(mushaf),
  collections: (user) => user.collections.list(),
  comments: (user) => user.comments.listReplies(1),
  goals: (user) => user.goals.getTodaysPlan({ type: 'QURAN_TIME', ...mushaf }),
  notes: (user) => user.notes.list(),
  posts: (user) => user.posts.listFeed(),
  preferences: (user) => user.preferences.get(),
  readingSessions: (user) => user.readingSessions.list(),
  rooms: (user) => user.rooms.search(),
  streaks: (user) => user.streaks.list(),
  tags: (user) => user.tags.search(),
  users: (user) => user.users.getOwnProfile(),
}

type Documented = readonly [status: number, type: StandardErrorType, code: string, retryable: boolean]

/** Statuses that gateways use for types to which the document gives none. */
const documented: readonly Documented[] = [
  [400, 'invalid_request', 'invalid_request', false],
  [400, 'invalid_path', 'invalid_path', false],
  [400, 'invalid_token', 'unauthorized', false],
  [401, 'unauthorized', 'unauthorized', false],
  [403, 'forbidden', 'forbidden', false],
  [403, 'insufficient_scope', 'insufficient_scope', false],
  [404, 'not_found', 'not_found', false],
  [422, 'unprocessable_entity', 'unprocessable_entity', false],
  [429, 'rate_limit_exceeded', 'rate_limited', true],
  [500, 'internal_server_error', 'service_failed', true],
  [500, 'service_error', 'service_failed', true],
  [502, 'bad_gateway', 'service_failed', true],
  [503, 'service_unavailable', 'service_failed', true],
  [504, 'gateway_timeout', 'service_failed', true],
]

it('none of the fourteen types is left out', () => {
  expect(documented.map(([, type]) => type).sort()).toEqual([...standardErrorTypes].sort())
})

describe.each(Object.entries(reads))('%s', (_area, read) => {
  it.each(documented)('%i %s is %s', async (status, type, code, retryable) => {
    service.sandbox.fault({ match: { path: 'user' }, times: Infinity, effect: { status, type } })
    expect(await failure(read(cast.me))).toMatchObject({ code, status, retryable, details: { type } })
    service.sandbox.clearFaults()
    if (read !== reads.comments) await read(cast.me)
  })
})

/** Requests that the service refuses, although a client cannot see a fault in them. */
interface Refused {
  readonly area: keyof UserClient
  readonly what: string
  readonly code: string
  readonly ask: (cast: Cast) => Promise<unknown>
}

const throne = { key: 2, type: 'ayah', verseNumber: 255, mushafId: 1 } as const
const farCursor = { first: 5, after: 'nothing' }

const refusals: readonly Refused[] = [
  {
    area: 'activityDays',
    what: 'a verse that no chapter has',
    code: 'unprocessable_entity',
    ask: ({ me }) => me.activityDays.record({ type: 'QURAN', seconds: 9, ranges: ['1:1-1:8'], mushafId: 1 }),
  },
  {
    area: 'activityDays',
    what: 'a cursor of nothing',
    code: 'unprocessable_entity',
    ask: ({ me }) => me.activityDays.list(farCursor),
  },
  {
    area: 'bookmarks',
    what: 'two mushafs at once',
    code: 'invalid_request',
    ask: ({ me }) => me.bookmarks.add({ ...throne, mushafId: 1, mushaf: 2 }),
  },
  {
    area: 'bookmarks',
    what: 'a bookmark of another user',
    code: 'not_found',
    ask: async ({ me, other }) => me.bookmarks.delete((await other.bookmarks.add(throne)).data!.id),
  },
  {
    area: 'bookmarks',
    what: 'a page behind the last',
    code: 'unprocessable_entity',
    ask: ({ me }) => me.bookmarks.add({ key: 605, type: 'page', mushafId: 1 }),
  },
  {
    area: 'collections',
    what: 'a name of blanks',
    code: 'invalid_request',
    ask: ({ me }) => me.collections.create({ name: '  ' }),
  },
  {
    area: 'collections',
    what: 'the favorites under another name',
    code: 'forbidden',
    ask: ({ me }) => me.collections.rename('__default__', { name: 'Mine' }),
  },
  {
    area: 'collections',
    what: 'a collection of another user',
    code: 'not_found',
    ask: async ({ me, other }) => {
      const { data } = await other.collections.create({ name: 'Hers' })
      return me.collections.rename(data.id, { name: 'Mine' })
    },
  },
  {
    area: 'collections',
    what: 'a cursor of nothing',
    code: 'unprocessable_entity',
    ask: ({ me }) => me.collections.list(farCursor),
  },
  {
    area: 'comments',
    what: 'a comment of blanks',
    code: 'invalid_request',
    ask: async ({ me, myId }) => {
      const { id: postId } = await write(me, myId)
      return me.comments.create({ comment: { postId, body: '  ', isPrivate: false } })
    },
  },
  {
    area: 'comments',
    what: 'another user’s comment',
    code: 'forbidden',
    ask: async ({ me, other, otherId }) => {
      const { id: postId } = await write(other, otherId)
      const { comment } = await other.comments.create({ comment: { postId, body: 'Mine', isPrivate: false } })
      return me.comments.update(comment.id, { comment: { body: 'Changed' } })
    },
  },
  {
    area: 'comments',
    what: 'a comment on no post',
    code: 'not_found',
    ask: ({ me }) => me.comments.create({ comment: { postId: 999_999, body: 'To whom?', isPrivate: false } }),
  },
  {
    area: 'comments',
    what: 'a reply to a comment on another post',
    code: 'unprocessable_entity',
    ask: async ({ me, myId }) => {
      const [one, two] = [await write(me, myId), await write(me, myId)]
      const { comment } = await me.comments.create({
        comment: { postId: one.id, body: 'Here', isPrivate: false },
      })
      return me.comments.create({
        comment: { postId: two.id, body: 'There', isPrivate: false, parentId: comment.id },
      })
    },
  },
  {
    area: 'goals',
    what: 'pages as a range of verses',
    code: 'invalid_request',
    ask: ({ me }) => me.goals.create({ type: 'QURAN_PAGES', amount: '1:1-1:7', category: 'QURAN' }, mushaf),
  },
  {
    area: 'goals',
    what: 'a goal that is not there',
    code: 'not_found',
    ask: ({ me }) => me.goals.delete('nothing', { category: 'QURAN' }),
  },
  {
    area: 'goals',
    what: 'a range that ends before it begins',
    code: 'unprocessable_entity',
    ask: ({ me }) => me.goals.estimate({ type: 'QURAN_RANGE', amount: '2:1-1:1', ...mushaf }),
  },
  {
    area: 'notes',
    what: 'a note of another user',
    code: 'not_found',
    ask: async ({ me, other }) => {
      const { data } = await other.notes.create({ body: 'Private', saveToQR: false })
      return me.notes.get(data.id)
    },
  },
  {
    area: 'notes',
    what: 'a range that ends before it begins',
    code: 'unprocessable_entity',
    ask: ({ me }) => me.notes.listInRange({ from: '2:1', to: '1:1' }),
  },
  {
    area: 'posts',
    what: 'verses that no chapter has',
    code: 'invalid_request',
    ask: ({ me, myId }) => write(me, myId, { references: [{ chapterId: 1, from: 1, to: 8 }] }),
  },
  {
    area: 'posts',
    what: 'a post in another user’s name',
    code: 'forbidden',
    ask: ({ me, otherId }) => write(me, otherId),
  },
  {
    area: 'posts',
    what: 'a draft of another user',
    code: 'not_found',
    ask: async ({ me, other, otherId }) => me.posts.get((await write(other, otherId, { draft: true })).id),
  },
  {
    area: 'posts',
    what: 'a verse behind the last',
    code: 'unprocessable_entity',
    ask: ({ me }) => me.posts.countByVerse(6237),
  },
  {
    area: 'readingSessions',
    what: 'a verse that no chapter has',
    code: 'unprocessable_entity',
    ask: ({ me }) => me.readingSessions.record({ chapterNumber: 1, verseNumber: 8 }),
  },
  {
    area: 'rooms',
    what: 'a group with a name of blanks',
    code: 'invalid_request',
    ask: ({ me }) => groupOf(me, { name: ' ' }),
  },
  {
    area: 'rooms',
    what: 'a group that one only joined',
    code: 'forbidden',
    ask: async ({ me, other }) => {
      const { id } = await groupOf(other)
      await me.rooms.joinGroup(id)
      return me.rooms.updateGroup({ id, name: 'Mine now' })
    },
  },
  {
    area: 'rooms',
    what: 'a private group of others',
    code: 'not_found',
    ask: async ({ me, other }) => me.rooms.get((await groupOf(other, { public: false })).id),
  },
  {
    area: 'rooms',
    what: 'an address that is taken',
    code: 'unprocessable_entity',
    ask: async ({ me, other }) => groupOf(me, { url: (await groupOf(other)).url! }),
  },
  {
    area: 'streaks',
    what: 'a cursor of nothing',
    code: 'unprocessable_entity',
    ask: ({ me }) => me.streaks.list(farCursor),
  },
  {
    area: 'users',
    what: 'a language that is no number',
    code: 'invalid_request',
    ask: ({ me }) => me.users.editProfile({ reflectionLanguages: ['English'] }),
  },
  {
    area: 'users',
    what: 'an unknown user',
    code: 'not_found',
    ask: ({ me }) => me.users.getByName('nobody-of-that-name'),
  },
]

describe('what the service refuses by itself', () => {
  it.each(refusals)('$area: $what is $code', async ({ area, code, ask }) => {
    const error = await failure(ask(cast))
    expect(error).toMatchObject({ code, retryable: false, details: { type: code } })
    expect(String((error['details'] as { operation: string }).operation).split('.')[0]).toBe(area)
  })
})

type Misfit = [area: keyof UserClient, status: 400 | 422, method: string, path: string, body?: string]

/** Requests that no checked client sends: one of each area, with a parameter or a body that does not fit. */
const misfits: Misfit[] = [
  ['activityDays', 400, 'POST', '/v1/activity-days', '{"seconds":0,"ranges":[],"mushafId":1}'],
  ['activityDays', 422, 'GET', '/v1/activity-days?first=21'],
  ['bookmarks', 400, 'POST', '/v1/bookmarks', '{"type":"ayah","key":"two"}'],
  ['bookmarks', 422, 'GET', '/v1/bookmarks'],
  ['collections', 400, 'POST', '/v1/collections', '{"name":"A","colour":"red"}'],
  ['collections', 422, 'GET', '/v1/collections?first=5&last=5'],
  ['comments', 400, 'POST', '/v1/comments', '{"comment":{}}'],
  ['comments', 422, 'GET', '/v1/comments/one/replies'],
  ['goals', 400, 'POST', '/v1/goals?mushafId=1', '{'],
  ['goals', 422, 'POST', '/v1/goals', '{"type":"QURAN_TIME","amount":1,"category":"QURAN"}'],
  ['notes', 400, 'POST', '/v1/notes', '{"body":"Short","saveToQR":true}'],
  ['notes', 422, 'GET', '/v1/notes?limit=51'],
  ['posts', 400, 'POST', '/v1/posts', '{"post":{"body":"Short"}}'],
  ['posts', 422, 'GET', '/v1/posts/feed?tab=mine'],
  ['preferences', 400, 'POST', '/v1/preferences?mushafId=1', '{"group":"theme","key":"type","value":"blue"}'],
  ['preferences', 422, 'POST', '/v1/preferences', '{"group":"theme","key":"type","value":"dark"}'],
  ['readingSessions', 400, 'POST', '/v1/reading-sessions', '[]'],
  ['readingSessions', 422, 'GET', '/v1/reading-sessions?after=x'],
  ['rooms', 400, 'POST', '/v1/rooms/groups', '{"name":"","url":"u"}'],
  ['rooms', 422, 'GET', '/v1/rooms/joined-rooms?limit=6'],
  ['streaks', 422, 'GET', '/v1/streaks?from=yesterday'],
  ['tags', 422, 'GET', '/v1/tags?page=0'],
  ['users', 400, 'POST', '/v1/users/user-1/toggle-follow', '{"action":"ignore"}'],
  ['users', 422, 'GET', '/v1/users/user-1/followers?limit=21'],
]

describe('what does not fit', () => {
  const types = { 400: 'invalid_request', 422: 'unprocessable_entity' }

  it.each(misfits)('%s: %i to %s %s', async (_area, status, method, path, body) => {
    const response = await raw(method, path, body)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({
      message: expect.any(String),
      type: types[status],
      success: false,
    })
  })

  it('a body that is no JSON by its content type is refused', async () => {
    expect((await raw('POST', '/v1/collections', '{"name":"A"}', 'text/plain')).status).toBe(400)
  })

  it('an address without an operation is none', async () => {
    const response = await raw('GET', '/v1/bookmark')
    expect([response.status, await response.json()]).toEqual([
      404,
      expect.objectContaining({ type: 'invalid_path' }),
    ])
  })

  async function raw(method: string, path: string, body?: string, type = 'application/json') {
    const { token, clientId } = await service.sandbox.userToken({ user: cast.myName })
    const headers = { 'x-auth-token': token, 'x-client-id': clientId, 'content-type': type }
    return fetch(service.listening.userRoots[serviceOf(path)] + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
  }
})

/** The service that has the operations of an area: `/v1/posts` of `/v1/posts/feed?tab=mine`. */
function serviceOf(path: string): ServiceName {
  const areaOf = (address: string) => /^\/v1\/[\w-]+/.exec(address)?.[0]
  const found = calledOperations.find(({ operation }) => areaOf(operation.path) === areaOf(path))
  return found?.operation.service ?? 'auth'
}
