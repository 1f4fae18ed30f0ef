/** Sessions of users: signing in, tokens that end, repeats, and a backend that holds the tokens. */
import { createUserClient, directConnection, type UserClient } from 'waraq/client'
import { failure } from '@waraq/test-support/failure'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientFor, newCast, noon, startUserService, type Cast, type UserService } from './service.ts'

let service: UserService
let cast: Cast

beforeAll(async () => {
  service = await startUserService()
})
afterAll(() => service.listening.close())
beforeEach(() => {
  service.now = noon
  service.sandbox.clearFaults()
  service.sandbox.clearRequests()
  cast = newCast(service)
})

/** A client that has had its first token for long. */
function clientWith(first: Awaited<ReturnType<typeof tokenOf>>): UserClient {
  let given = first
  const get = async ({ refresh }: { refresh?: boolean | undefined } = {}) => {
    if (refresh) given = await tokenOf()
    return given
  }
  return createUserClient({
    connection: directConnection({ root: service.listening.userRoots, tokens: { get } }),
  })
}
const tokenOf = () => service.sandbox.userToken({ user: cast.myName })

describe('tokens', () => {
  it('a token that ended is renewed once, and the operation is done once', async () => {
    const user = clientWith(await tokenOf())
    service.sandbox.endSessions(cast.myName)
    await user.collections.create({ name: 'After the end' })
    expect(service.sandbox.requests.map(({ status }) => status)).toEqual([401, 200])
    expect((await cast.me.collections.list()).data.filter(({ isDefault }) => !isDefault)).toHaveLength(1)
  })

  it('where the new one is refused, too, the client does not try again', async () => {
    service.sandbox.fault({ match: { path: 'user' }, times: Infinity, effect: { status: 401 } })
    expect(await failure(cast.me.collections.list())).toMatchObject({ code: 'unauthorized', status: 401 })
    expect(service.sandbox.requests).toHaveLength(2)
  })

  it('a token of the client itself belongs to no user', async () => {
    const own = await service.sandbox.accessToken({ scope: 'content' })
    expect(await failure(clientWith({ ...own, userId: '' }).collections.list())).toMatchObject({
      code: 'forbidden',
    })
  })

  it('sessions of others go on', async () => {
    const user = clientWith(await tokenOf())
    service.sandbox.endSessions(cast.otherName)
    await user.collections.list()
    expect(service.sandbox.requests.map(({ status }) => status)).toEqual([200])
  })
})

describe('repeats', () => {
  const names = async () => (await cast.other.collections.list()).data.map(({ name }) => name)

  it('what reads is asked again where the connection broke', async () => {
    service.sandbox.fault({ match: { path: 'user', method: 'GET' }, effect: { networkError: true } })
    await cast.other.collections.list()
    expect(service.sandbox.requests.map(({ status }) => status)).toEqual([0, 200])
  })

  it('what may have been done is not done again: its outcome is unknown', async () => {
    service.sandbox.fault({
      match: { path: '/auth/v1/collections', method: 'POST' },
      effect: { cutBody: { afterBytes: 5 } },
    })
    const error = await failure(cast.other.collections.create({ name: 'Once' }))
    expect(error).toMatchObject({ code: 'outcome_unknown', retryable: false })
    expect((await names()).filter((name) => name === 'Once')).toHaveLength(1)
  })

  it('what was refused for the moment is done later', async () => {
    service.sandbox.fault({
      match: { path: 'user', method: 'POST' },
      effect: { status: 429, headers: { 'retry-after': '0' } },
    })
    await cast.other.collections.create({ name: 'Patience' })
    expect((await names()).filter((name) => name === 'Patience')).toHaveLength(1)
  })
})

it('a user cannot read data of another user', async () => {
  await cast.me.notes.create({ body: 'For me alone', saveToQR: false })
  await cast.me.bookmarks.add({ key: 36, type: 'surah', mushafId: 1 })
  await cast.me.readingSessions.record({ chapterNumber: 36, verseNumber: 1 })
  await cast.me.activityDays.record({ type: 'QURAN', seconds: 60, ranges: ['36:1-36:5'], mushafId: 1 })
  const stranger = clientFor(service, cast.otherName)
  const lists = await Promise.all([
    stranger.notes.list(),
    stranger.bookmarks.list({ mushafId: 1 }),
    stranger.readingSessions.list(),
    stranger.activityDays.list(),
    stranger.streaks.list(),
  ])
  expect(lists.map(({ data }) => data)).toEqual([[], [], [], [], []])
})
