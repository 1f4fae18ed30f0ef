import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, it, vi } from 'vitest'
import {
  countingTokens,
  html,
  json,
  scriptedFetch,
  standardError,
  streamed,
  type Step,
} from '../scripted-service.test-support.ts'
import { WaraqError } from '@waraq/protocol'
import type { RecordActivityDayBody } from '@waraq/protocol/user'
import type { TokenSource } from '../token-source.ts'
import type { UserAnswerNotice } from './call-options.ts'
import { appState } from './operations/app-state.ts'
import { collections } from './operations/collections.ts'
import { sync } from './operations/sync.ts'
import {
  createUserClient,
  userClientOf,
  type UserClient,
  type UserClientOptions,
  type UserRetryNotice,
} from './user-client.ts'
import type { UnexpectedAnswer } from './read-answer.ts'
import { backendConnection, directConnection } from './user-connection.ts'
import { userRoots } from './user-root.ts'

const root = 'https://service.example/auth'
const collection = { id: 'c1', name: 'Sabr', slug: null, isPrivate: true, isDefault: false, updatedAt: null }
const created = { success: true, data: collection }
const confirmed = { data: { message: 'collection deleted' } }

function bench(steps: Step[], options: Partial<UserClientOptions> = {}) {
  const { fetch, sent } = scriptedFetch(...steps)
  const clock = new VirtualClock()
  const { sleep } = clock
  // Delays of retries are over at once; deadlines never come.
  clock.sleep = (ms, signal) => (ms <= 1_000 ? Promise.resolve() : sleep.call(clock, ms, signal))
  const retried: UserRetryNotice[] = []
  const user = createUserClient({
    connection: directConnection({ root, tokens: countingTokens(), clock }),
    fetch,
    clock,
    random: () => 0,
    onRetry: (notice) => retried.push(notice),
    ...options,
  })
  return { user, sent, retried, clock }
}

describe('a request', () => {
  it('goes to the service with its token, its client and a JSON body', async () => {
    const { user, sent } = bench([json(created)])
    expect(await user.collections.create({ name: 'Sabr' })).toEqual(created)
    const [{ url, init }] = sent as [(typeof sent)[number]]
    expect([url, init.method, init.body]).toEqual([`${root}/v1/collections`, 'POST', '{"name":"Sabr"}'])
    expect(init.headers).toEqual({
      accept: 'application/json',
      'content-type': 'application/json',
      'x-auth-token': 't1',
      'x-client-id': 'client-1',
    })
    expect(init).toMatchObject({
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    })
  })
  it('goes to a backend with its cookie, and without a token', async () => {
    const { user, sent } = bench([json(confirmed)], {
      connection: backendConnection({ root: 'https://app.example/api/user/' }),
    })
    await user.collections.delete('c1')
    expect(sent[0]!.url).toBe('https://app.example/api/user/v1/collections/c1')
    expect(sent[0]!.init.headers).toEqual({ accept: 'application/json', 'x-relay': '1' })
    expect(sent[0]!.init).toMatchObject({ method: 'DELETE', credentials: 'include' })
    expect(sent[0]!.init.body).toBeUndefined()
  })
  it('shows what a backend says as it says it', async () => {
    const body = { message: 'At most 100 of 1.', type: 'invalid_request', success: false }
    const { user } = bench([json(body, 400)], {
      connection: backendConnection({ root: 'https://app.example/user' }),
    })
    await expect(user.collections.delete('c1')).rejects.toMatchObject({
      details: { serviceMessage: 'At most 100 of 1.' },
    })
  })
  it('takes no answer from elsewhere', async () => {
    const own = `${root}/v1/collections/c1`
    const from = (facts: { url?: string; redirected?: boolean }) => () =>
      Object.defineProperties(
        json(confirmed),
        Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { value }])),
      )
    const remove = (step: Step) =>
      bench([step], { retry: { attempts: 1, baseMs: 1, maxMs: 1 } }).user.collections.delete('c1')
    for (const facts of [
      { url: 'https://elsewhere.example/' },
      { url: `${own}?more=1` },
      { url: 'https://service.example/login' },
      { url: own, redirected: true },
    ]) {
      await expect(remove(from(facts))).rejects.toMatchObject({ code: 'network' })
    }
    expect(await remove(from({ url: own }))).toEqual(confirmed)
    expect(await remove(from({}))).toEqual(confirmed)
  })
  it('is not sent where an argument is wrong', async () => {
    const { user, sent } = bench([json(created)])
    await expect(user.collections.create({ name: 1 } as never)).rejects.toMatchObject({
      code: 'invalid_argument',
      details: { operation: 'collections.create', field: 'name' },
    })
    expect(sent).toEqual([])
  })
  it('is not sent where it was cancelled before, and ends where it is cancelled', async () => {
    const { user, sent } = bench([() => new Promise<never>(() => undefined)])
    await expect(user.preferences.get({ signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    })
    expect(sent).toHaveLength(0)
    const controller = new AbortController()
    const asking = user.preferences.get({ signal: controller.signal })
    await Promise.resolve()
    controller.abort()
    await expect(asking).rejects.toMatchObject({ code: 'aborted', name: 'AbortError' })
  })
})

describe('the two services', () => {
  const roots = { auth: 'https://a.example/auth', quranReflect: 'https://b.example/quran-reflect' }
  it('have a root each', async () => {
    const { user, sent } = bench([json({ liked: true })], {
      connection: directConnection({ root: roots, tokens: countingTokens() }),
    })
    await user.collections.delete('c1')
    await user.posts.isLiked(7)
    expect(sent.map(({ url }) => url)).toEqual([
      'https://a.example/auth/v1/collections/c1',
      'https://b.example/quran-reflect/v1/posts/7/liked',
    ])
  })
  it('or one root together', async () => {
    const { user, sent } = bench([json({ liked: true })], {
      connection: backendConnection({ root: 'https://app.example/api' }),
    })
    await user.collections.delete('c1')
    await user.posts.isLiked(7)
    expect(sent.map(({ url }) => url)).toEqual([
      'https://app.example/api/v1/collections/c1',
      'https://app.example/api/v1/posts/7/liked',
    ])
  })
  it.each([
    ['prelive', 'https://apis-prelive.quran.foundation'],
    ['production', 'https://apis.quran.foundation'],
  ] as const)('of %s are known', (environment, base) => {
    expect(userRoots[environment]).toEqual({ auth: `${base}/auth`, quranReflect: `${base}/quran-reflect` })
  })
  it('are refused where one of them is no address', () => {
    const root = { ...roots, quranReflect: 'http://b.example' }
    expect(() => directConnection({ root, tokens: countingTokens() })).toThrow(/must use https/)
  })
})

describe('the time zone', () => {
  const zoneOf = async (ask: (user: UserClient) => Promise<unknown>, timeZone?: string) => {
    const { user, sent } = bench([json({ data: { days: 1 } })], { timeZone })
    await ask(user)
    return sent[0]!.header('x-timezone')
  }
  it('goes with what counts days, and with nothing else', async () => {
    expect(await zoneOf((user) => user.streaks.getCurrentDays({ type: 'QURAN' }), 'Asia/Jakarta')).toBe(
      'Asia/Jakarta',
    )
    expect(await zoneOf((user) => user.collections.delete('c1'), 'Asia/Jakarta')).toBeNull()
  })
  it('is that of the machine where none is given', async () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(await zoneOf((user) => user.goals.delete('g', { category: 'QURAN' }))).toBe(timeZone)
  })
})

describe('a refused token', () => {
  it('is renewed once, and the request sent once more, also where it adds something', async () => {
    const { user, sent } = bench([standardError(401, 'unauthorized'), json(created)])
    expect(await user.collections.create({ name: 'Sabr' })).toEqual(created)
    expect(sent.map((one) => one.header('x-auth-token'))).toEqual(['t1', 't2'])
  })
  it('that is refused again is the end of it', async () => {
    const { user, sent } = bench([standardError(401, 'unauthorized')])
    await expect(user.preferences.get()).rejects.toMatchObject({ code: 'unauthorized', retryable: false })
    expect(sent).toHaveLength(2)
  })
  it('of a backend is nothing that a request can mend', async () => {
    const { user, sent } = bench([standardError(401, 'unauthorized')], {
      connection: backendConnection({ root }),
    })
    await expect(user.preferences.get()).rejects.toMatchObject({ code: 'unauthorized' })
    expect(sent).toHaveLength(1)
  })
})

describe('what failed in passing', () => {
  const passing: [string, Step, string][] = [
    ['no answer', new TypeError('fetch failed'), 'network'],
    ['500', standardError(500, 'internal_server_error'), 'service_failed'],
    ['a page of another server', html(), 'not_json'],
    ['a body that breaks', streamed(['{"da'], 'break'), 'truncated_body'],
  ]
  it.each(passing)('%s: is asked for again where that is safe', async (_, step, code) => {
    const { user, sent, retried } = bench([step, json(confirmed)])
    expect(await user.collections.delete('c1')).toEqual(confirmed)
    expect(sent).toHaveLength(2)
    expect(retried).toMatchObject([{ operation: 'collections.delete', attempt: 1, error: { code } }])
  })
  it.each(passing)('%s: is left to its caller where it may have been done', async (_, step, code) => {
    const { user, sent, retried } = bench([step, json(created)])
    await expect(user.collections.create({ name: 'Sabr' })).rejects.toMatchObject({
      code: 'outcome_unknown',
      retryable: false,
      details: { operation: 'collections.create', code },
      cause: { code },
    })
    expect([sent.length, retried.length]).toEqual([1, 0])
  })
  it('a call of any operation waits after 429: the service has done nothing', async () => {
    const { user, sent } = bench([
      standardError(429, 'rate_limit_exceeded', { 'retry-after': '1' }),
      json(created),
    ])
    expect(await user.collections.create({ name: 'Sabr' })).toEqual(created)
    expect(sent).toHaveLength(2)
  })
  it('is tried a bounded number of times', async () => {
    const { user, sent } = bench([standardError(503, 'service_unavailable')], { retry: { attempts: 3 } })
    await expect(user.preferences.get()).rejects.toMatchObject({ code: 'service_failed', retryable: true })
    expect(sent).toHaveLength(3)
  })
  it('what has to change is not sent again', async () => {
    const { user, sent } = bench([standardError(422, 'unprocessable_entity')])
    await expect(user.collections.delete('c1')).rejects.toMatchObject({
      code: 'unprocessable_entity',
      status: 422,
    })
    expect(sent).toHaveLength(1)
  })
})

describe('an answer', () => {
  it('keeps fields that the service adds where the document does not forbid them', async () => {
    const answer = { ...confirmed, took: 3 }
    expect(await bench([json(answer)]).user.collections.delete('c1')).toEqual(answer)
  })
  const unexpected = async (ask: (user: UserClient) => Promise<unknown>, ...steps: Step[]) => {
    const reported: UnexpectedAnswer[] = []
    const { user, sent } = bench(steps, { onUnexpected: (answer) => reported.push(answer) })
    return { answer: await ask(user), reported, tries: sent.length }
  }
  const room = {
    id: 1,
    name: 'Readers',
    description: '',
    roomType: 'group',
    isActive: true,
    isVerified: false,
    isPublic: true,
    isOwner: false,
    isAdmin: false,
    ownerId: 'u',
    postsCount: 0,
    membersCount: 1,
    avatarUrls: {},
  }
  const page = (...data: unknown[]) => ({ total: data.length, currentPage: 1, limit: 5, pages: 1, data })

  it('of which a field is missing or otherwise comes as it is, and is told', async () => {
    const { membersCount: _membersCount, ...fewer } = room
    const received = page(room, fewer, { ...room, description: null, since: 1 })
    const { answer, reported, tries } = await unexpected((user) => user.rooms.listJoined(), json(received))
    expect([answer, tries]).toEqual([received, 1])
    expect(reported).toEqual([
      {
        operation: 'rooms.listJoined',
        status: 200,
        issues: ['data.1.membersCount: invalid_type', 'data.2.description: invalid_type'],
      },
    ])
  })
  it('has its defaults filled in although something else is missing', async () => {
    const { answer } = await unexpected((user) => user.users.getOwnProfile(), json({ id: 'u' }))
    expect(answer).toMatchObject({ id: 'u', verified: false, postsCount: 0, languageIsoCode: 'en' })
  })
  it('with a word that came later is nothing unexpected', async () => {
    const streak = { id: 's', startDate: '', endDate: '', type: 'QURAN', status: 'PAUSED', days: 2 }
    const received = { data: [streak], pagination: { hasNextPage: false, hasPreviousPage: false } }
    const { answer, reported } = await unexpected((user) => user.streaks.list(), json(received))
    expect([answer, reported]).toEqual([received, []])
  })
  it.each([
    ['a text', 'no list'],
    ['a list', []],
    ['a text for its list', { ...page(), data: 'none' }],
    ['an object for its list', { ...page(), data: {} }],
  ])('that is %s is of no use, and asked for again', async (_, received) => {
    const { answer, reported, tries } = await unexpected(
      (user) => user.rooms.listJoined(),
      json(received),
      json(page()),
    )
    expect([answer, reported, tries]).toEqual([page(), [], 2])
  })
  it.each([
    ['a list', json([]), [], 'body: invalid_type'],
    ['another form', json({ data: 1 }), { data: 1 }, 'data: invalid_type'],
    ['nothing', new Response(null, { status: 204 }), {}, 'body: missing'],
  ])('to something that is done, %s, is told as done', async (_, step, received, issue) => {
    const { answer, reported, tries } = await unexpected(
      (user) => user.collections.create({ name: 'Sabr' }),
      step,
    )
    expect([answer, tries]).toEqual([received, 1])
    expect(reported).toMatchObject([{ operation: 'collections.create', issues: [issue] }])
  })
  it('is told to the console without its values where there is no other place', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await bench([json({ data: { message: 5, secret: 'hidden' } })]).user.collections.delete('c1')
    expect(warned.mock.calls).toEqual([
      [
        '[waraq] The service answered 200 to collections.delete in an unexpected form: data.message: invalid_type',
      ],
    ])
  })
  it('of no documented form comes as it is', async () => {
    expect(await bench([json(['#sabr'])]).user.tags.listTrending({ limit: 3 })).toEqual(['#sabr'])
  })
  it('that is a file comes as a file', async () => {
    const pdf = new Response(new Uint8Array([37, 80, 68, 70]), {
      headers: { 'content-type': 'application/pdf' },
    })
    const { user, sent } = bench([pdf])
    const file = await user.posts.exportPdf({ ids: [1] })
    expect([file.type, await file.text(), sent[0]!.header('accept')]).toEqual([
      'application/pdf',
      '%PDF',
      '*/*',
    ])
  })
  it('longer than it may be is given up, and not asked for again', async () => {
    const { user, sent } = bench([json(confirmed)], { maxBytes: 10 })
    await expect(user.collections.delete('c1')).rejects.toMatchObject({
      code: 'invalid_response',
      retryable: false,
    })
    expect(sent).toHaveLength(1)
  })
})

describe('a call of its own', () => {
  const account = 'a'.repeat(64)
  const app = backendConnection({ root: 'https://app.example/user' })

  it('says to a backend whose data it is about, and to the service nothing', async () => {
    const { user, sent } = bench([json(confirmed), json(confirmed)], { connection: app })
    await user.collections.delete('c1', { account })
    await user.collections.delete('c1')
    expect(sent.map(({ header }) => header('x-relay-account'))).toEqual([account, null])
    const direct = bench([json(confirmed)])
    await direct.user.collections.delete('c1', { account })
    expect(direct.sent[0]!.header('x-relay-account')).toBeNull()
  })

  it('about another account than the one that is signed in is told so, once, without the account', async () => {
    const refusal = { message: `Not ${account}.`, type: 'other_account', success: false }
    const { user, sent } = bench([json(refusal, 409)], { connection: app })
    const error: unknown = await user.collections.delete('c1', { account }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'other_account', retryable: false, status: 409 })
    expect(JSON.stringify(error)).not.toContain(account)
    expect(sent).toHaveLength(1)
  })

  it('has the zone of what it tells, where days are counted', async () => {
    const { user, sent } = bench([json({ data: [] }), json(confirmed)], { timeZone: 'Asia/Jakarta' })
    const body = {
      type: 'QURAN',
      mushafId: 4,
      seconds: 5,
      ranges: ['1:1-1:7'],
    } satisfies RecordActivityDayBody
    await user.activityDays.record(body, { timeZone: 'America/Lima' })
    await user.collections.delete('c1', { timeZone: 'America/Lima' })
    expect(sent.map(({ header }) => header('x-timezone'))).toEqual(['America/Lima', null])
  })

  it('is tried as often as it says', async () => {
    const { user, sent, retried } = bench([json({}, 503), json({}, 503), json({}, 503)])
    await expect(user.preferences.get({ attempts: 1 })).rejects.toMatchObject({ code: 'service_failed' })
    expect([sent.length, retried]).toEqual([1, []])
    await expect(user.preferences.get({ attempts: 2 })).rejects.toMatchObject({ code: 'service_failed' })
    expect([sent.length, retried.length]).toEqual([3, 1])
  })

  it.each(['safe', 'unsafe'])(
    'sends nothing once its caller says so, %s to repeat or not',
    async (repeat) => {
      const { user, sent } = bench([json(confirmed)])
      const superseded = new WaraqError({ code: 'writer_superseded', message: 'Gone.', retryable: true })
      const beforeSend = () => {
        throw superseded
      }
      const asked =
        repeat === 'safe'
          ? user.preferences.get({ beforeSend })
          : user.collections.create({ name: 'Sabr' }, { beforeSend })
      await expect(asked).rejects.toBe(superseded)
      expect(sent).toEqual([])
    },
  )

  it('asks its caller after all waits, in the task of each request', async () => {
    const once = ['token', 'asked', 'sent', 'another task']
    const reported: string[] = []
    let waited = Promise.resolve()
    const tokens: TokenSource = {
      get: async (options) => {
        const token = await countingTokens().get(options)
        reported.push('token')
        return token
      },
    }
    const { user } = bench([], {
      connection: directConnection({ root, tokens }),
      fetch: () => {
        reported.push('sent')
        return Promise.resolve(
          !reported.includes('another task') ? json({}, 503) : json({ success: true, data: {} }),
        )
      },
    })
    const beforeSend = () => {
      reported.push('asked')
      waited = waited.then(() => void reported.push('another task'))
    }
    await user.preferences.get({ beforeSend })
    await waited
    expect(reported).toEqual([...once, ...once])
  })

  it('hears what each answer says of itself, of refusals as well', async () => {
    const date = 'Sat, 01 Aug 2026 00:00:00 GMT'
    const { user } = bench([
      json({}, 503),
      json({}, 404, { date, 'x-mutation-at': 'soon' }),
      json(confirmed, 200, { date, 'x-mutation-at': '1785542400123' }),
    ])
    const reported: UserAnswerNotice[] = []
    const onAnswer = (notice: UserAnswerNotice) => void reported.push(notice)
    await user.preferences.get({ onAnswer }).catch(() => undefined)
    await user.collections.delete('c1', { onAnswer })
    const serverTime = Date.parse(date)
    expect(reported).toEqual([
      { status: 503, serverTime: null, mutationAt: null, etag: null },
      { status: 404, serverTime, mutationAt: null, etag: null },
      { status: 200, serverTime, mutationAt: 1_785_542_400_123, etag: null },
    ])
  })
})

it('no error holds a token, not even where the service quotes it', async () => {
  const quoting = json({ message: 'bad t1 for you', type: 'forbidden', success: false }, 403)
  const error: unknown = await bench([quoting])
    .user.preferences.get()
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'forbidden' })
  expect(JSON.stringify([error, (error as Error).message])).not.toMatch(/t1/)
})

it('a list is gone through item by item', async () => {
  const page = (id: string, hasNextPage: boolean) =>
    json({
      success: true,
      data: [{ ...collection, id }],
      pagination: { startCursor: id, endCursor: id, hasNextPage, hasPreviousPage: false },
    })
  const { user, sent } = bench([page('c1', true), page('c2', false)])
  const ids: string[] = []
  for await (const { id } of user.collections.list.each({ sortBy: 'alphabetical' })) ids.push(id)
  expect(ids).toEqual(['c1', 'c2'])
  expect(sent.map(({ url }) => url.slice(root.length))).toEqual([
    '/v1/collections?sortBy=alphabetical&first=20',
    '/v1/collections?sortBy=alphabetical&first=20&after=c1',
  ])
})

it('the feed is pulled and pushed', async () => {
  const { fetch, sent } = scriptedFetch(
    json({ success: true, data: { mutations: [], lastMutationAt: 7, hasMore: false } }),
    json({ success: true, data: { mutations: [], lastMutationAt: 9 } }),
    json({ success: false, error: { code: 'OutOfSyncError' } }, 409),
  )
  const user = userClientOf({ sync }, { connection: backendConnection({ root }), fetch })
  const { data } = await user.sync.pull({ mutationsSince: 0, resources: ['BOOKMARK', 'NOTE'], limit: 1000 })
  const { lastMutationAt } = data
  const mutations = [{ type: 'CREATE', resource: 'COLLECTION', data: { name: 'Sabr' } } as const]
  expect((await user.sync.push({ mutations }, { lastMutationAt })).data.lastMutationAt).toBe(9)
  const stale = user.sync.push({ mutations }, { lastMutationAt })
  await expect(stale).rejects.toMatchObject({ code: 'out_of_sync', status: 409, retryable: false })
  expect(sent.map(({ url, init }) => [init.method, url.slice(root.length), init.body])).toEqual([
    ['GET', '/v1/sync?mutationsSince=0&resources=BOOKMARK%2CNOTE&limit=1000', undefined],
    ['POST', '/v1/sync?lastMutationAt=7', JSON.stringify({ mutations })],
    ['POST', '/v1/sync?lastMutationAt=7', JSON.stringify({ mutations })],
  ])
})

it('a document of App State is written on top of its state, and a refusal says the service’s own word', async () => {
  const refusal = { message: 'No.', type: 'invalid_request', success: false }
  const { fetch, sent } = scriptedFetch(
    new Response('{"success":true,"data":{}}', {
      headers: { 'content-type': 'application/json', etag: '"8"' },
    }),
    json({ ...refusal, details: { error: { code: 'precondition_failed' } } }, 412),
    json({ ...refusal, details: { error: 'not a word' } }, 400),
  )
  const user = userClientOf({ appState }, { connection: backendConnection({ root }), fetch })
  const etags: (string | null)[] = []
  const write = () =>
    user.appState.put(
      'settings',
      'a:b',
      { schemaVersion: 1, value: null },
      {
        ifMatch: '"7"',
        idempotencyKey: 'k',
        account: 'a-1',
        onAnswer: ({ etag }: UserAnswerNotice) => etags.push(etag),
      },
    )
  await write()
  await expect(write()).rejects.toMatchObject({
    status: 412,
    details: { operation: 'appState.put', serviceCode: 'precondition_failed' },
  })
  const refused = await write().catch((error: unknown) => error)
  expect(refused).not.toHaveProperty('details.serviceCode')
  expect(etags).toEqual(['"8"', null, null])
  expect([sent[0]!.init.method, sent[0]!.url]).toEqual(['PUT', `${root}/v1/app-state/settings/a%3Ab`])
  expect(sent[0]!.init.headers).toMatchObject({
    'if-match': '"7"',
    'idempotency-key': 'k',
    'x-relay-account': 'a-1',
  })
})

it('a client of chosen operations has those, and no others', () => {
  const user = userClientOf({ collections }, { connection: backendConnection({ root }) })
  expect(Object.keys(user)).toEqual(['collections'])
  expect(Object.keys(user.collections)).toEqual(Object.keys(collections))
})

it.each([
  ['no address', ''],
  ['http', 'http://service.example/auth'],
  ['credentials', 'https://a:b@service.example/auth'],
  ['a query', 'https://service.example/auth?x=1'],
])('the root is refused: %s', (_, bad) => {
  expect(() => backendConnection({ root: bad })).toThrow(
    expect.objectContaining({ code: 'invalid_user_root' }),
  )
})
