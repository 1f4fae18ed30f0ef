/** The feed of user data and the operations, over HTTP, by the client that applications use. */
import { directConnection, sync, userClientOf } from 'waraq/client'
import { SyncBookmark, type PushedMutation } from '@waraq/protocol/user'
import { failure } from '@waraq/test-support/failure'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newCast, startUserService, type Cast, type UserService } from './service.ts'

let service: UserService
let cast: Cast

beforeAll(async () => {
  service = await startUserService()
})
afterAll(() => service.listening.close())
beforeEach(() => {
  cast = newCast(service)
})

function feedOf({ myName: user }: Cast, scope?: string) {
  const tokens = { get: () => service.sandbox.userToken({ user, ...(scope === undefined ? {} : { scope }) }) }
  return userClientOf(
    { sync },
    { connection: directConnection({ root: service.listening.userRoots, tokens }) },
  ).sync
}

const favorite: PushedMutation = {
  type: 'CREATE',
  resource: 'COLLECTION_BOOKMARK',
  data: { collectionId: '__default__', type: 'ayah', key: 2, verseNumber: 255, mushaf: 1 },
}

it('a favorite that one device pushes is removed by another, and the first is told of both', async () => {
  const feed = feedOf(cast)
  const { lastMutationAt } = (await feed.pull({ mutationsSince: 0 })).data
  const reported: (number | null)[] = []
  const options = { onAnswer: ({ mutationAt }: { mutationAt: number | null }) => reported.push(mutationAt) }
  const pushed = (await feed.push({ mutations: [favorite] }, { lastMutationAt }, options)).data
  expect([pushed.mutations.length, reported]).toEqual([1, [pushed.lastMutationAt]])
  const { data: favorites } = await cast.me.collections.get('__default__')
  expect(favorites.bookmarks).toMatchObject([{ key: 2, verseNumber: 255 }])
  const first = (await feed.pull({ mutationsSince: lastMutationAt })).data
  expect(first.mutations!.map(({ data }) => SyncBookmark.parse(data).isInDefaultCollection)).toEqual([true])

  const again = await failure(feed.push({ mutations: [favorite] }, { lastMutationAt }))
  expect(again).toMatchObject({ code: 'out_of_sync', status: 409, retryable: false })
  await cast.me.collections.deleteBookmark('__default__', favorites.bookmarks![0]!.id)
  const { mutations } = (await feed.pull({ mutationsSince: first.lastMutationAt })).data
  expect(mutations).toMatchObject([{ type: 'DELETE', resource: 'BOOKMARK' }])
})

it('needs its own scope, and tells and takes what the other scopes allow', async () => {
  const { me } = cast
  await me.notes.create({ body: 'Read slowly.', saveToQR: false })
  expect(await failure(feedOf(cast, 'note').pull({ mutationsSince: 0 }))).toMatchObject({
    code: 'insufficient_scope',
  })
  const alone = feedOf(cast, 'sync')
  const { mutations, lastMutationAt } = (await alone.pull({ mutationsSince: 0 })).data
  expect(mutations).toEqual([])
  const refused = await failure(alone.push({ mutations: [favorite] }, { lastMutationAt }))
  expect(refused).toMatchObject({ code: 'unprocessable_entity', status: 422 })
  expect((await alone.push({ mutations: [] }, { lastMutationAt })).data.lastMutationAt).toBe(lastMutationAt)
})
