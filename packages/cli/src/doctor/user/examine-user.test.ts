import { systemClock } from 'waraq/client'
import type { UserReport } from '../report.ts'
import { createSandbox, type FaultSpec, type SandboxOptions } from '@waraq/sandbox'
import { describe, expect, it } from 'vitest'
import { hostWith } from '../../host.test-support.ts'
import { main } from '../../main.ts'
import { exitCodeOf, type Verdict } from '../report.ts'
import { reportText } from '../report-text.ts'
import { examineUser } from './examine-user.ts'

const verse = { type: 'ayah', key: 2, verseNumber: 255, mushaf: 1 }
const note = { body: 'Words of a person.', ranges: ['2:255-2:255'], saveToQR: false }
const filled: readonly (readonly [string, unknown])[] = [
  ['/auth/v1/collections/__default__/bookmarks', verse],
  ['/auth/v1/collections', { name: 'Ramadan' }],
  ['/auth/v1/collections/collection-1/bookmarks', { ...verse, verseNumber: 183 }],
  ['/auth/v1/notes', note],
]

interface Account {
  readonly scope?: string
  readonly requests?: readonly (readonly [string, unknown])[]
  readonly faults?: readonly FaultSpec[]
  readonly options?: SandboxOptions
  /** Changes what the service answers. */
  readonly change?: (data: Record<string, unknown>, url: URL) => Record<string, unknown>
}

async function reportOn({ scope, requests = filled, faults = [], options, change }: Account): Promise<{
  report: UserReport
  methods: readonly string[]
}> {
  const sandbox = createSandbox({ content: 'small', ...options })
  const { token, clientId } = await sandbox.userToken({ user: 'amina' })
  const ask = (input: RequestInfo | URL, init?: RequestInit) => sandbox.fetch(new Request(input, init))
  for (const [path, body] of requests) {
    const headers = { 'x-auth-token': token, 'x-client-id': clientId, 'content-type': 'application/json' }
    const answer = await ask(`http://localhost${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(answer.ok).toBe(true)
  }
  const limited = await sandbox.userToken({ user: 'amina', ...(scope !== undefined && { scope }) })
  for (const fault of faults) sandbox.fault(fault)
  sandbox.clearRequests()
  const report = await examineUser({
    service: { userRoot: 'http://localhost', clientId, token: limited.token },
    fetch: (async (input, init) => {
      const answer = await ask(input, init)
      const url = new URL(input instanceof Request ? input.url : input)
      if (!change || !answer.ok || url.pathname !== '/auth/v1/sync') return answer
      const { data, ...rest } = (await answer.json()) as { data: Record<string, unknown> }
      return Response.json(
        { ...rest, data: change(data, url) },
        { headers: { date: answer.headers.get('date')! } },
      )
    }) as typeof fetch,
    clock: systemClock,
    random: () => 0,
    version: '0',
  })
  return { report, methods: sandbox.requests.map(({ method }) => method) }
}

const feedChecks = [
  'feed_head',
  'feed_rows',
  'feed_states',
  'feed_pages',
  'feed_cursor',
  'feed_favorites',
  'feed_members',
  'feed_reading',
  'feed_client_times',
  'feed_agreement',
]
const verdictsOf = ({ findings }: UserReport) =>
  Object.fromEntries(
    findings.filter(({ verdict }) => verdict !== 'ok').map(({ check, verdict }) => [check, verdict]),
  )

describe('the account', () => {
  it.each(['flag', 'memberships'] as const)(
    'with the feed is as assumed, with Favorites as %s',
    async (favoritesInFeed) => {
      const { report, methods } = await reportOn({ options: { favoritesInFeed } })
      expect([report.transport, verdictsOf(report)]).toEqual(['feed', { feed_client_times: 'untested' }])
      expect(exitCodeOf(report)).toBe(0)
      // It reads alone, and tells nothing of what it read.
      expect([...new Set(methods)]).toEqual(['GET'])
      const text = reportText(report)
      expect(text).toContain('http://localhost, of one account: feed')
      for (const secret of ['Words of a person', 'Ramadan', 'collection-1'])
        expect(text).not.toContain(secret)
    },
  )

  const bookmark = (resource: string, data: object): readonly [string, unknown] => [
    '/auth/v1/sync?lastMutationAt=0',
    { mutations: [{ type: 'CREATE', resource, data }] },
  ]
  const slot = bookmark('READING_BOOKMARK', { slot: 1, name: null, ...verse, mushafId: 1 })
  const flag = bookmark('BOOKMARK', { ...verse, isReading: true })
  it.each<[string, 'flag' | 'slots' | 'both', readonly (typeof slot)[], string]>([
    ['by the flag', 'flag', [flag], 'By isReading of bookmarks: 1; slots were not seen.'],
    ['in slots', 'slots', [slot], 'In slots: 1.'],
    ['in neither way', 'slots', [flag], 'No bookmark has isReading, and no slot was seen.'],
    ['in no way that is seen', 'both', [], 'The account has neither a bookmark nor a slot.'],
  ])('tells reading bookmarks %s', async (_, readingBookmarksInFeed, requests, said) => {
    const { report } = await reportOn({ options: { readingBookmarksInFeed }, requests })
    expect(report.findings.find(({ check }) => check === 'feed_reading')?.observed).toBe(said)
  })

  it('without the scope has the operations, and the feed is not tried', async () => {
    const scope = 'bookmark collection note preference reading_session'
    const { report } = await reportOn({ scope })
    expect([report.transport, verdictsOf(report)]).toEqual([
      'operations',
      Object.fromEntries(feedChecks.map((check) => [check, 'untested'])),
    ])
    expect(report.findings.find(({ check }) => check === 'transport')!.observed).toContain(
      'insufficient_scope',
    )
  })

  it('that is empty gives little occasion', async () => {
    const { report } = await reportOn({ requests: [] })
    expect(report.transport).toBe('feed')
    expect(new Set(Object.values(verdictsOf(report)))).toEqual(new Set(['untested']))
  })

  it.each([-1, 0])('that is new has %d for its head, which is told', async (lastMutationAt) => {
    const { report, methods } = await reportOn({
      requests: [],
      change: (data) => ({ ...data, lastMutationAt }),
    })
    const { verdict, observed } = report.findings.find(({ check }) => check === 'feed_head')!
    expect([verdict, observed]).toEqual(['ok', `It is ${lastMutationAt}: nothing was ever changed.`])
    expect([...new Set(methods)]).toEqual(['GET'])
  })

  it('whose token is refused is not examined, and the reason is said', async () => {
    const { report } = await reportOn({
      faults: [{ match: { path: 'user' }, times: Infinity, effect: { status: 401 } }],
    })
    expect(report.transport).not.toBe('feed')
    expect(verdictsOf(report)).toMatchObject({ operations: 'failed' })
    expect(exitCodeOf(report)).not.toBe(0)
  })
})

describe('a feed that is odd in one way', () => {
  type Data = Record<string, unknown>
  const rowsOf = (data: Data) => (data['mutations'] ?? []) as Data[]
  const rows = (change: (rows: Data[], url: URL) => Data[]) => (data: Data, url: URL) => ({
    ...data,
    ...(data['mutations'] !== undefined && { mutations: change(rowsOf(data), url) }),
  })
  const without = (row: Data, field: string) => {
    const { [field]: _, ...rest } = row['data'] as Data
    return { ...row, data: rest }
  }
  const isPart = (url: URL) => url.searchParams.get('limit') !== '1000'

  it.each<[string, Account['change'], Record<string, Verdict>]>([
    ['a head of another unit', (data) => ({ ...data, lastMutationAt: 1e308 }), { feed_head: 'differs' }],
    [
      'a head with rows',
      (data) => ({
        ...data,
        mutations: data['mutations'] ?? [{ type: 'CREATE', resource: 'NOTE', resourceId: 'n', timestamp: 1 }],
      }),
      { feed_head: 'differs' },
    ],
    ['a row that is none', rows((all) => [...all, null as never]), { feed_rows: 'differs' }],
    [
      'notes without a text',
      rows((all) => all.map((row) => (row['resource'] === 'NOTE' ? without(row, 'body') : row))),
      { feed_rows: 'differs' },
    ],
    [
      'a row of a later time',
      rows((all) => all.map((row) => ({ ...row, timestamp: (row['timestamp'] as number) * 2 }))),
      { feed_states: 'differs' },
    ],
    [
      'a log in the place of states',
      rows((all, url) => (isPart(url) ? all : [...all, ...all])),
      { feed_states: 'differs' },
    ],
    [
      'pages that move',
      (data, url) => (url.searchParams.get('page') === '2' ? { ...data, total: 99 } : data),
      { feed_pages: 'differs' },
    ],
    [
      'pages without an order',
      rows((all, url) => (isPart(url) ? [...all].reverse() : all)),
      { feed_pages: 'differs' },
    ],
    [
      'a cursor that is not kept',
      (data, url) =>
        isPart(url) && !url.searchParams.has('limit') && data['mutations']
          ? { ...data, mutations: [{ type: 'DELETE', resource: 'NOTE', resourceId: 'n', timestamp: 5 }] }
          : data,
      { feed_cursor: 'differs' },
    ],
    [
      'no Favorites',
      rows((all) =>
        all.map((row) => (row['resource'] === 'BOOKMARK' ? without(row, 'isInDefaultCollection') : row)),
      ),
      { feed_favorites: 'differs', feed_agreement: 'differs' },
    ],
    [
      'members without a place',
      rows((all) =>
        all
          .filter(({ resource }) => resource !== 'BOOKMARK')
          .map((row) => (row['resource'] === 'COLLECTION_BOOKMARK' ? without(row, 'key') : row)),
      ),
      { feed_members: 'differs' },
    ],
    [
      'notes that are missing',
      rows((all) => all.filter(({ resource }) => resource !== 'NOTE')),
      { feed_agreement: 'differs' },
    ],
  ])('%s is named', async (_, change, expected) => {
    const { report } = await reportOn({ change: change! })
    expect(verdictsOf(report)).toMatchObject(expected)
    expect(exitCodeOf(report)).toBe(1)
    for (const { verdict, follows } of report.findings)
      if (verdict === 'differs') expect(follows).toBeTruthy()
  })

  it('client times that come back are seen', async () => {
    const made = rows((all) =>
      all.map((row) => ({
        ...row,
        data: { ...(row['data'] as Data), clientCreatedAt: '2026-01-01T00:00:00.000Z' },
      })),
    )
    expect(verdictsOf((await reportOn({ change: made })).report)).toEqual({})
  })
})

describe('waraq doctor --user', () => {
  it('of the sandbox', async () => {
    const { host, shown } = hostWith({ isTerminal: true })
    expect(await main(['doctor', '--user', '--sandbox', '--json'], host)).toBe(0)
    expect(JSON.parse(shown.out)).toMatchObject({ transport: 'feed', findings: expect.any(Array) as unknown })
    expect(shown.err).toMatch(/1\/13 operations/)
    expect(shown.files.size).toBe(0)
  })

  it('of the account that the environment names, without its token in what is shown', async () => {
    const sandbox = createSandbox({ content: 'small' })
    const { url, close } = await sandbox.listen()
    const { token, clientId } = await sandbox.userToken({ user: 'amina' })
    const { host, shown } = hostWith({
      env: { WARAQ_USER_ROOT: `${url}/`, WARAQ_CLIENT_ID: clientId, WARAQ_USER_TOKEN_FILE: 'token' },
    })
    shown.files.set('token', `${token}\n`)
    expect(await main(['doctor', '--user'], host)).toBe(0)
    expect(shown.out).toContain(`${url}, of one account: feed`)
    expect(shown.out + shown.err).not.toContain(token)
    await close()
  })

  it('says what is missing, and never a value', async () => {
    const { host, shown } = hostWith({ env: { WARAQ_ENVIRONMENT: 'prelive', WARAQ_CLIENT_ID: 'a-client' } })
    expect(await main(['doctor', '--user'], host)).toBe(2)
    expect(shown.err).toContain('WARAQ_USER_TOKEN')
    expect(shown.err).not.toContain('a-client')
  })

  it.each([['--record'], ['--replay']])('records nothing: %s is refused', async (option) => {
    const { host, shown } = hostWith()
    expect(await main(['doctor', '--user', '--sandbox', option, 'file'], host)).toBe(2)
    expect([shown.out, shown.files.size]).toEqual(['', 0])
  })
})
