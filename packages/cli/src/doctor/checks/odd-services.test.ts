import { systemClock } from 'waraq/client'
import type { SyncResponse } from '@waraq/protocol'
import type { SandboxOptions } from '@waraq/sandbox'
import { expect, it } from 'vitest'
import { examine } from '../examine.ts'
import { exitCodeOf, type Report, type Verdict } from '../report.ts'
import {
  bodyOf,
  changed,
  instead,
  isContent,
  isSnapshot,
  isSync,
  isToken,
  parameter,
  serve,
  withHeaders,
  withJson,
  type Oddity,
} from '../../odd-service.test-support.ts'
import type { Service } from '../../service/service.ts'

/**
 * What the doctor says about services that are odd in one way each, over HTTP. What is not named is as it should be.
 */

const origin = 'http://localhost:5173'

const reportOn = (service: Service): Promise<Report> =>
  examine({ service, origin, fetch, clock: systemClock, random: () => 0, version: '0' })

type Said = Readonly<Record<string, readonly [verdict: Verdict, text: RegExp]>>

interface Odd {
  readonly odd: string
  readonly oddity?: Oddity
  readonly options?: SandboxOptions
  readonly says: Said
}

const refusal = (status: number, type: string) => bodyOf(status, { message: 'No.', type, success: false })

const withoutToken = [
  'token_life',
  'groups',
  'filter',
  'filter_order',
  'filter_encoding',
  'bootstrap',
  'sync_sequence',
  'sync_token',
  'record_key',
  'cors_answers',
  'cors_headers',
  'unknown_group',
  'no_checkpoint',
  'missing_snapshot',
  'compression',
]

const noToken: Said = Object.fromEntries(
  withoutToken.map((check) => [check, ['failed', /there is no token/] as const]),
)

type Page = SyncResponse

const services: readonly Odd[] = [
  {
    odd: 'has no CORS headers',
    oddity: changed(isContent, (answer) =>
      withHeaders(answer, {
        'access-control-allow-origin': null,
        'access-control-expose-headers': null,
      }),
    ),
    says: {
      cors_answers: ['differs', /A snapshot has no Access-Control-Allow-Origin/],
      cors_refusals: ['differs', /A refusal \(401\) has no .* not renewed until its time is over/],
      cors_headers: ['differs', /does not name Date and Retry-After/],
    },
  },
  {
    odd: 'lets another origin in',
    options: { allowedOrigins: ['https://other.example'] },
    says: {
      cors_preflight: ['differs', /The preflight has no Access-Control-Allow-Origin.*address of your own/],
      cors_answers: ['differs', /A snapshot has no Access-Control-Allow-Origin/],
      cors_refusals: ['differs', /A refusal \(401\)/],
    },
  },
  {
    odd: 'forgets a header in its preflight',
    oddity: changed(
      ({ method }) => method === 'OPTIONS',
      (answer) => withHeaders(answer, { 'access-control-allow-headers': 'x-auth-token' }),
    ),
    says: { cors_preflight: ['differs', /does not allow x-client-id/] },
  },
  {
    odd: 'has snapshots below the bound of the feed',
    options: {
      faults: [
        { match: { path: 'snapshot' }, times: null, effect: { staleSnapshot: { sequenceBehind: 5 } } },
      ],
    },
    says: {
      sync_sequence: ['differs', /bound was \d+, the snapshot’s sync_sequence \d+\..*lagging replica/],
    },
  },
  {
    odd: 'names rows by another field',
    oddity: changed(isSync, (answer) =>
      answer.ok
        ? withJson<Page>(answer, ({ sync }) => ({
            sync: {
              ...sync,
              mutations: sync.mutations.map((change) =>
                change.record_type === 'translation'
                  ? { ...change, record_key: change.data?.['verse_key'] }
                  : change,
              ),
            },
          }))
        : answer,
    ),
    says: {
      record_key: [
        'differs',
        /It is the row’s verse_key \(translation\)\..*download the whole resource again/,
      ],
    },
  },
  {
    odd: 'cuts a filter that is not encoded',
    options: { quirks: { unencodedSemicolonCutsFilter: true } },
    says: {
      filter_encoding: [
        'ok',
        /cut without a word: word_by_word_transliterations:60 did not come.*Nothing follows/,
      ],
    },
  },
  {
    odd: 'cuts every filter',
    oddity: (request, ask) => {
      const [address, query = ''] = request.url.split('?')
      const cut = query.replace(/(resources=[^&]*?)(?:%3B|;)[^&]*/i, '$1')
      return ask(query === '' ? request : new Request(`${address}?${cut}`, request))
    },
    says: {
      filter: ['differs', /none of chapter_recitations, .*emptyGroups/],
      filter_order: ['ok', /cut without a word/],
      filter_encoding: ['ok', /cut without a word/],
      sync_token: ['ok', /taken/],
    },
  },
  {
    odd: 'refuses a filter in another order',
    oddity: instead(
      (request) => /^word.*;articles/.test(parameter(request, 'resources') ?? ''),
      () => bodyOf(422, { error: { code: 'invalid_resources', message: 'Not canonical.' } }),
    ),
    says: { filter_order: ['ok', /is refused \(422 invalid_resources\)\. Nothing follows/] },
  },
  {
    odd: 'answers errors with HTML',
    oddity: changed(isContent, (answer) =>
      answer.ok
        ? answer
        : withHeaders(new Response('<h1>Error</h1>', answer), {
            'content-type': 'text/html',
            'content-length': null,
          }),
    ),
    says: {
      refused_token: ['differs', /401 and a body of HTML, .* unauthorized\..*understands it all the same/],
      unknown_group: ['differs', /422 and a body of HTML, .* as invalid_request.*the part at fault/],
      no_checkpoint: ['differs', /410 and a body of HTML, .* resync_required.*understands it all the same/],
      missing_snapshot: ['differs', /404 and a body of HTML, .* not_found.*stays needed/],
    },
  },
  {
    odd: 'has a clock that is ten minutes late',
    oddity: changed(isContent, (answer) =>
      withHeaders(answer, { date: new Date(Date.now() - 600_000).toUTCString() }),
    ),
    says: { clock: ['differs', /10 minutes behind this one.*Syncing goes on/] },
  },
  {
    odd: 'does not compress',
    options: { gzip: false },
    says: { compression: ['differs', /came as it is, with \d+ bytes.*23 MB/] },
  },
  {
    odd: 'grants another scope',
    oddity: changed(isToken, (answer) =>
      withJson<object>(answer, (body) => ({ ...body, scope: 'bookmark' })),
    ),
    says: {
      token: ['differs', /for the scope bookmark; asked for was content.*nothing is synced/],
      ...noToken,
    },
  },
  {
    odd: 'does not know the client',
    oddity: instead(isToken, () => bodyOf(401, { error: 'invalid_client' })),
    says: {
      token: ['failed', /no token: invalid_client\. Check client id, client secret and environment/],
      ...noToken,
    },
  },
  {
    odd: 'does not say how long a token is good',
    oddity: changed(isToken, (answer) =>
      withJson<Record<string, unknown>>(answer, (body) => ({ ...body, expires_in: undefined })),
    ),
    says: { token_life: ['differs', /no expires_in.*good for a minute/] },
  },
  {
    odd: 'never takes a sync token',
    oddity: instead(
      (request) => isSync(request) && parameter(request, 'sync_token') !== null,
      () => bodyOf(410, { error: { code: 'resync_required', message: 'No.' } }),
    ),
    says: {
      sync_token: ['differs', /just came is refused \(410 resync_required\).*downloads everything again/],
      record_key: ['failed', /resync_required/],
    },
  },
  {
    odd: 'tells what it has told before',
    oddity: async (request, ask) => {
      if (!isSync(request) || parameter(request, 'sync_token') === null) return ask(request)
      const again = new URL(request.url)
      again.searchParams.delete('sync_token')
      again.searchParams.set('bootstrap', 'true')
      return ask(new Request(again, request))
    },
    says: {
      sync_token: ['differs', /1 changes came again that the token already covers/],
      record_key: ['untested', /no row change/],
    },
  },
  {
    odd: 'answers 200 in place of 410',
    oddity: instead(
      (request) =>
        isSync(request) &&
        !['bootstrap', 'sync_token', 'cursor'].some((name) => parameter(request, name) !== null),
      () =>
        bodyOf(200, {
          sync: { sync_until_sequence: 9, has_more: false, next_sync_token: 't', mutations: [] },
        }),
    ),
    says: { no_checkpoint: ['differs', /is answered 200, as if all were well.*does not bootstrap again/] },
  },
  {
    odd: 'refuses a group',
    oddity: instead(
      (request) => isSync(request) && /tafsirs/.test(parameter(request, 'resources') ?? ''),
      () => refusal(403, 'insufficient_scope'),
    ),
    says: {
      groups: [
        'differs',
        /groups may be synced and have resources; tafsirs is refused \(403 forbidden\).*fails as a whole/,
      ],
    },
  },
  {
    odd: 'answers a bad token with 403',
    oddity: changed(isContent, (answer) =>
      answer.status === 401 ? new Response(answer.body, { status: 403, headers: answer.headers }) : answer,
    ),
    says: { refused_token: ['differs', /403 and the standard error body, .* forbidden.*first minute/] },
  },
  {
    odd: 'does not list what is asked for by its id',
    oddity: async (request, ask) => {
      const answer = await ask(request)
      return isSync(request) && parameter(request, 'resources') === 'chapter_recitations:1'
        ? withJson<Page>(answer, ({ sync }) => ({ sync: { ...sync, mutations: [] } }))
        : answer
    },
    says: {
      bootstrap: ['differs', /not listed when it is asked for by its id.*tries its snapshot all the same/],
    },
  },
  {
    odd: 'has rows of another shape',
    oddity: changed(isSnapshot, (answer) =>
      answer.ok
        ? withHeaders(
            new Response(
              JSON.stringify({
                resource_group: 'chapter_recitations',
                resource_id: 1,
                schema_version: 1,
                sync_sequence: 5_000,
                records: [{ id: 1, chapter_id: 1 }, { id: 2 }],
              }),
              { headers: answer.headers },
            ),
            { 'content-encoding': 'identity', 'content-length': null },
          )
        : answer,
    ),
    says: {
      bootstrap: [
        'differs',
        /1 of 2 rows .* such as a chapter_audio_file without a usable chapter_id.*set aside/,
      ],
    },
  },
]

it.each(services)('$odd', async ({ oddity, options, says }) => {
  const report = await reportOn(await serve(oddity, options))
  const said = Object.fromEntries(
    report.findings.map(({ check, verdict, observed, follows = '' }) => [
      check,
      { verdict, text: `${observed} ${follows}` },
    ]),
  )
  const otherwise = report.findings.filter(({ check, verdict }) => verdict !== 'ok' && !says[check])
  expect(otherwise).toEqual([])
  for (const [check, [verdict, text]] of Object.entries(says))
    expect([check, said[check]]).toEqual([check, { verdict, text: expect.stringMatching(text) as string }])
  const verdicts = report.findings.map(({ verdict }) => verdict)
  expect(exitCodeOf(report)).toBe(verdicts.includes('differs') ? 1 : verdicts.includes('failed') ? 2 : 0)
})

it('a service that is as it should be gets no word of complaint', async () => {
  const report = await reportOn(await serve())
  expect(report.findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
  expect(report.findings.length).toBeGreaterThan(15)
  expect(exitCodeOf(report)).toBe(0)
})

it('no service at all: nothing could be seen', async () => {
  const report = await reportOn({
    contentRoot: 'http://127.0.0.1:9/content',
    issuer: { authUrl: 'http://127.0.0.1:9', clientId: 'some-client', clientSecret: 'some-secret' },
  })
  expect(new Set(report.findings.map(({ verdict }) => verdict))).toEqual(new Set(['failed']))
  expect(exitCodeOf(report)).toBe(2)
})
