import { systemClock } from 'waraq/client'
import type { Mutation, SyncPage } from '@waraq/protocol'
import type { FaultEffect, SandboxOptions } from '@waraq/sandbox'
import { shareOf } from '@waraq/test-support/runs'
import { expect, it } from 'vitest'
import { exitCodeOf, type Report } from '../../../doctor/report.ts'
import {
  bodyOf,
  changed,
  instead,
  isContent,
  isSnapshot,
  isSync,
  parameter,
  serve,
  withHeaders,
  withJson,
  type Oddity,
} from '../../../odd-service.test-support.ts'
import type { Service } from '../../../service/service.ts'
import { conformService, contentRules } from '../conform-service.ts'

/** Services that break one rule each, over HTTP. The kit names that rule and no other. */

const reportOn = (service: Service): Promise<Report> =>
  conformService({ service, fetch, clock: systemClock, random: () => 0, version: '0' })

interface Broken {
  readonly broken: string
  readonly oddity?: Oddity
  readonly options?: SandboxOptions
  /** The rules that it breaks; more than one only where one cannot be broken alone. */
  readonly rules: readonly string[]
  /** What cannot be seen or done for that. */
  readonly besides?: readonly string[]
  /** Rules that read the same cannot be made. */
  readonly fails?: boolean
  readonly observed: RegExp
}

const always = (path: 'sync' | 'snapshot', effect: FaultEffect): SandboxOptions => ({
  faults: [{ match: { path }, times: null, effect }],
})

/** Changes each page of the feed that comes. */
const pages =
  (change: (page: SyncPage, request: Request) => object, fits = isSync): Oddity =>
  async (request, ask) => {
    const answer = await ask(request)
    if (!fits(request) || !answer.ok) return answer
    return withJson<{ sync: SyncPage }>(answer, ({ sync }) => ({
      sync: { ...sync, ...change(sync, request) },
    }))
  }

const mutationsOf = (
  change: (mutations: readonly Mutation[], request: Request) => readonly object[],
): Oddity => pages(({ mutations }, request) => ({ mutations: change(mutations, request) }))

const each = (change: (mutation: Mutation) => object): Oddity =>
  mutationsOf((mutations) => mutations.map(change))

/** Sends requests on in another form. */
const asked =
  (change: (url: URL) => void, fits: (request: Request) => boolean): Oddity =>
  (request, ask) => {
    if (!fits(request)) return ask(request)
    const url = new URL(request.url)
    change(url)
    return ask(new Request(url, request))
  }

const has = (name: string) => (request: Request) => isSync(request) && parameter(request, name) !== null

const isRefused = (code: string): Oddity =>
  changed(isContent, async (answer) => {
    if (answer.status !== 422 && answer.status !== 410) return answer
    const text = await answer.clone().text()
    return text.includes(code)
      ? bodyOf(400, { message: 'No.', type: 'invalid_request', success: false })
      : answer
  })

/** Answers a token or cursor that is refused with such a code as if it were good. */
const swallows =
  (code: string): Oddity =>
  async (request, ask) => {
    const answer = await ask(request)
    if (!isSync(request) || answer.ok || !(await answer.clone().text()).includes(code)) return answer
    const url = new URL(request.url)
    for (const name of ['sync_token', 'cursor', 'per_page']) url.searchParams.delete(name)
    url.searchParams.set('bootstrap', 'true')
    return ask(new Request(url, request))
  }

const services: readonly Broken[] = [
  {
    broken: 'takes a token only once',
    oddity: (() => {
      const used = new Set<string | null>()
      return instead(
        (request) => {
          const token = parameter(request, 'sync_token')
          return has('sync_token')(request) && (used.has(token) || !used.add(token))
        },
        () => bodyOf(410, { error: { code: 'resync_required', message: 'Used.' } }),
      )
    })(),
    rules: ['sync_token_repeat'],
    besides: ['failed pages_steady'],
    observed: /The second time it is refused \(410 resync_required\)/,
  },
  {
    broken: 'takes a token with any filter',
    oddity: swallows('token_filter_mismatch'),
    rules: ['sync_token_filter'],
    observed: /A token of one resource with a filter of two is answered 200, as if all were well/,
  },
  {
    broken: 'answers a made-up token with a bootstrap',
    oddity: (request, ask) =>
      parameter(request, 'sync_token') === 'waraq-conform-is-no-token'
        ? swallows('resync')(request, ask)
        : ask(request),
    rules: ['sync_token_forged'],
    observed: /A token that is none is answered 200/,
  },
  {
    broken: 'answers an old token with what it still knows',
    oddity: async (request, ask) => {
      const answer = await ask(request)
      return answer.status === 410 && /older/.test(await answer.clone().text())
        ? swallows('resync')(request, ask)
        : answer
    },
    rules: ['sync_token_old'],
    observed: /A token of long ago is answered 200/,
  },
  {
    broken: 'answers with a resource that was not asked for',
    oddity: asked(
      (url) => url.searchParams.set('resources', 'articles:*'),
      (request) => isSync(request) && parameter(request, 'resources') === 'articles:1',
    ),
    rules: ['filter_ids'],
    observed: /articles:1 was answered with articles:2, too/,
  },
  {
    broken: 'reads a filter only up to a group that is out of order',
    oddity: asked(
      (url) => url.searchParams.set('resources', 'word_by_word_transliterations:60'),
      (request) => isSync(request) && /^word.*;articles/.test(parameter(request, 'resources') ?? ''),
    ),
    rules: ['filter_order'],
    observed: /Another order is cut without a word: articles:1 did not come/,
  },
  {
    broken: 'lists what is named twice twice',
    oddity: mutationsOf((mutations, request) =>
      /articles:1,1/.test(parameter(request, 'resources') ?? '') ? [...mutations, mutations[0]!] : mutations,
    ),
    rules: ['filter_twice'],
    observed: /is answered with articles:1 twice/,
  },
  {
    broken: 'takes a filter that is none for all of it',
    oddity: asked(
      (url) => url.searchParams.set('resources', 'translations:*'),
      (request) => parameter(request, 'resources') === 'translations',
    ),
    rules: ['filter_malformed'],
    observed: /A group without ids is answered 200/,
  },
  {
    broken: 'moves the bound while a set is read',
    oddity: pages(({ sync_until_sequence }, request) => ({
      sync_until_sequence: sync_until_sequence + (parameter(request, 'cursor') === null ? 0 : 1),
    })),
    rules: ['pages_bound'],
    besides: ['untested pages_whole'],
    observed: /4 pages have bounds from \d+ to \d+/,
  },
  {
    broken: 'sends more than per_page',
    oddity: pages(
      ({ mutations }) => ({
        mutations: [...mutations, { ...mutations[0]!, type: 'RESOURCE_UPDATE', snapshot_url: null }],
      }),
      (request) => parameter(request, 'per_page') === '6' && parameter(request, 'bootstrap') !== null,
    ),
    rules: ['pages_size', 'pages_whole'],
    observed: /A page of 6 has 7 changes/,
  },
  {
    broken: 'gives a token with each page',
    oddity: pages(
      () => ({ next_sync_token: 'early' }),
      (request) => parameter(request, 'per_page') === '6',
    ),
    rules: ['pages_token'],
    observed: /Page 1 of 4 has one/,
  },
  {
    broken: 'loses a record between two pages',
    oddity: pages(
      ({ mutations }) => ({ mutations: mutations.slice(1) }),
      (request) => has('cursor')(request) && parameter(request, 'per_page') === '6',
    ),
    rules: ['pages_whole'],
    observed: /In pages of 6, 3 of 24 resources did not come/,
  },
  {
    broken: 'ends a set with what happened meanwhile, and does not tell it again',
    oddity: pages(
      ({ mutations }) => ({ mutations: mutations.slice(0, 1) }),
      (request) => has('cursor')(request) && parameter(request, 'per_page') === '12',
    ),
    rules: ['pages_steady'],
    observed: /\d+ of \d+ changes came with neither set/,
  },
  {
    broken: 'takes a cursor with any filter',
    oddity: swallows('cursor_filter_mismatch'),
    rules: ['cursor_filter'],
    observed: /A cursor with another filter is answered 200/,
  },
  {
    broken: 'takes a cursor with any per_page',
    oddity: swallows('cursor_per_page_mismatch'),
    rules: ['cursor_per_page'],
    observed: /A cursor with another per_page is answered 200/,
  },
  {
    broken: 'refuses a made-up cursor as a wrong request',
    oddity: (request, ask) =>
      parameter(request, 'cursor') === 'waraq-conform-is-no-cursor'
        ? isRefused('resync')(request, ask)
        : ask(request),
    rules: ['cursor_forged'],
    observed: /A cursor that is none is refused with 400 and the standard error body/,
  },
  {
    broken: 'sends any number a page',
    oddity: swallows('invalid_per_page'),
    rules: ['per_page_limit'],
    observed: /A per_page of 101 is answered 200/,
  },
  {
    broken: 'bootstraps with freshness marks among the list',
    oddity: mutationsOf((mutations, request) =>
      parameter(request, 'per_page') === '100' && parameter(request, 'bootstrap') !== null
        ? mutations.map((change, index) => (index === 3 ? { ...change, type: 'RESOURCE_UPDATE' } : change))
        : mutations,
    ),
    rules: ['bootstrap_list'],
    observed: /It has a RESOURCE_UPDATE/,
  },
  {
    broken: 'refuses a bad token with 403',
    oddity: changed(isContent, (answer) =>
      answer.status === 401 ? new Response(answer.body, { status: 403, headers: answer.headers }) : answer,
    ),
    rules: ['refused_token'],
    observed: /A bad token is refused with 403/,
  },
  {
    broken: 'answers a sync that begins nowhere with nothing new',
    oddity: instead(
      (request) =>
        isSync(request) &&
        !['bootstrap', 'sync_token', 'cursor'].some((name) => parameter(request, name) !== null),
      () =>
        bodyOf(200, {
          sync: { sync_until_sequence: 9, has_more: false, next_sync_token: 't', mutations: [] },
        }),
    ),
    rules: ['no_checkpoint'],
    observed: /A sync without checkpoint is answered 200/,
  },
  {
    broken: 'refuses a missing snapshot with the standard body',
    oddity: instead(
      (request) => isSnapshot(request) && request.url.endsWith('/2147483647'),
      () => bodyOf(404, { message: 'No.', type: 'not_found', success: false }),
    ),
    rules: ['missing_snapshot'],
    observed: /A missing snapshot is refused with 404 and the standard error body/,
  },
  {
    broken: 'takes an unknown group for an empty one',
    oddity: instead(
      (request) => isSync(request) && parameter(request, 'resources') === 'waraq_no_group:*',
      () =>
        bodyOf(200, {
          sync: { sync_until_sequence: 9, has_more: false, next_sync_token: 't', mutations: [] },
        }),
    ),
    rules: ['unknown_group'],
    observed: /An unknown group is answered 200/,
  },
  {
    broken: 'ends a set without a token',
    oddity: pages(() => ({ next_sync_token: null })),
    rules: ['bootstrap_list', 'feed_between'],
    fails: true,
    observed: /A page is not as documented: sync\.next_sync_token: missing/,
  },
  {
    broken: 'tells changes above the bound of their set',
    oddity: pages(({ mutations, sync_until_sequence }) => ({
      sync_until_sequence: sync_until_sequence - (mutations.some(({ record_type }) => record_type) ? 1 : 0),
    })),
    rules: ['feed_between'],
    fails: true,
    observed: /A page is not as documented: sync\.mutations\.\d+\.sequence: above sync_until_sequence/,
  },
  {
    broken: 'reads filters up to the first semicolon, encoded or not',
    oddity: asked(
      (url) => url.searchParams.set('resources', parameter(new Request(url), 'resources')!.split(';')[0]!),
      (request) => isSync(request) && parameter(request, 'resources') !== null,
    ),
    rules: ['filter', 'filter_order', 'filter_twice', 'sync_token_filter'],
    besides: ['untested feed_resets', 'untested feed_withdrawal'],
    observed: /A bootstrap of 9 groups listed \d+ resources .*, and none of chapter_recitations/,
  },
  {
    broken: 'goes back where nothing is new',
    oddity: pages(({ mutations, sync_until_sequence }) => ({
      sync_until_sequence: mutations.length === 0 ? sync_until_sequence - 1 : sync_until_sequence,
    })),
    rules: ['bound_forward'],
    observed: /After \d+ came \d+/,
  },
  {
    broken: 'tells the last change of before once more',
    oddity: (() => {
      let last: Mutation | undefined
      return mutationsOf((mutations) => {
        if (!mutations[0]?.record_type) return mutations
        const before = last
        last = mutations.at(-1)
        return before && before.sequence < mutations[0].sequence ? [before, ...mutations] : mutations
      })
    })(),
    rules: ['feed_between'],
    observed: /1 of \d+ changes are at or below \d+, which the token covers/,
  },
  {
    broken: 'tells changes twice',
    oddity: mutationsOf((mutations) =>
      mutations[0]?.record_type ? [...mutations, mutations[0]] : mutations,
    ),
    rules: ['feed_once'],
    observed: /One comes twice: \d+ ROW_/,
  },
  {
    broken: 'tells row changes without their rows',
    oddity: each((change) => (change.type === 'ROW_CREATE' ? { ...change, data: null } : change)),
    rules: ['feed_rows', 'feed_agreement'],
    observed: /row changes are not, such as a ROW_CREATE of \w+ without its row/,
  },
  {
    broken: 'tells of an edition without the path of its snapshot',
    oddity: each((change) =>
      change.type === 'RESOURCE_INVALIDATE' ? { ...change, snapshot_url: null } : change,
    ),
    rules: ['feed_resets'],
    observed: /A RESOURCE_INVALIDATE of word_by_word_transliterations:60 has none/,
  },
  {
    broken: 'withdraws without a reason',
    oddity: each((change) => ({ ...change, unavailable_reason: null })),
    rules: ['feed_withdrawal'],
    observed: /has no unavailable_reason/,
  },
  {
    broken: 'does not tell all changes',
    oddity: mutationsOf((mutations) =>
      mutations.filter(
        ({ type, record_type }) => type !== 'ROW_CREATE' || record_type !== 'chapter_audio_file',
      ),
    ),
    rules: ['feed_agreement'],
    observed: /By the feed, chapter_recitations:1 is not what its snapshot of \d+ has: .* is missing/,
  },
  {
    broken: 'answers snapshots from a replica that lags',
    options: always('snapshot', { staleSnapshot: { sequenceBehind: 5 } }),
    rules: ['sync_sequence'],
    besides: ['failed feed_agreement'],
    observed: /bound was \d+, the snapshot’s sync_sequence \d+/,
  },
  {
    broken: 'answers with the snapshot of another resource',
    oddity: asked(
      (url) => (url.pathname = url.pathname.replace('translations/20', 'translations/33')),
      isSnapshot,
    ),
    rules: ['snapshot_resource'],
    observed: /translations:20: it names translations:33/,
  },
  {
    broken: 'has rows without what readers need',
    oddity: changed(
      (request) => request.url.includes('/snapshots/translations/'),
      (answer) =>
        answer.ok
          ? withJson<{ records: object[] }>(answer, (body) => ({
              ...body,
              records: body.records.map((row) => ({ ...row, verse_key: undefined })),
            }))
          : answer,
    ),
    rules: ['snapshot_rows'],
    observed: /36 of 36 rows are not as documented, such as a translation without a usable verse_key/,
  },
  {
    broken: 'has a row twice',
    oddity: changed(
      (request) => request.url.includes('/snapshots/quran_core/'),
      (answer) =>
        answer.ok
          ? withJson<{ records: object[] }>(answer, (body) => ({
              ...body,
              records: [...body.records, body.records[0]],
            }))
          : answer,
    ),
    rules: ['snapshot_keys'],
    observed: /quran_core:1: chapter \d+ stands in it twice/,
  },
  {
    broken: 'has words in another order',
    oddity: changed(
      (request) => request.url.includes('/snapshots/word_by_word_transliterations/'),
      (answer) =>
        answer.ok
          ? withJson<{ records: object[] }>(answer, (body) => ({ ...body, records: body.records.reverse() }))
          : answer,
    ),
    rules: ['snapshot_order'],
    observed: /its rows are not in that order/,
  },
  {
    broken: 'lets caches keep the feed',
    oddity: changed(isSync, (answer) => withHeaders(answer, { 'cache-control': 'public, max-age=60' })),
    rules: ['no_store'],
    observed: /A page of the feed has Cache-Control: public, max-age=60/,
  },
  {
    broken: 'takes an unknown group for a missing resource',
    oddity: changed(
      (request) => request.url.includes('waraq_no_group/'),
      () => bodyOf(404, { error: { code: 'snapshot_not_found', message: 'No.' } }),
    ),
    rules: ['snapshot_group'],
    observed: /A snapshot of an unknown group is refused with 404/,
  },
]

/** `pnpm test` takes a ninth of them. */
const { every } = shareOf(1, 9)

it.each(services.filter((_, index) => index % every === 0))(
  '$broken',
  async ({ oddity, options, rules, besides = [], fails = false, observed }) => {
    const report = await reportOn(await serve(oddity, { gzip: false, ...options }))
    const broken = report.findings.filter(
      ({ verdict }) => verdict !== 'ok' && !(fails && verdict === 'failed'),
    )
    expect(broken.map(({ check, verdict }) => `${verdict} ${check}`).sort()).toEqual(
      [...rules.map((rule) => `differs ${rule}`), ...besides].sort(),
    )
    expect(broken.map((finding) => finding.observed).join('\n')).toMatch(observed)
    expect(exitCodeOf(report)).toBe(1)
  },
)

it('each rule has a service that breaks it; those without which nothing works have theirs among the doctor’s', () => {
  const broken = new Set(services.flatMap(({ rules }) => rules))
  const left = contentRules.map(({ name }) => name).filter((name) => !broken.has(name))
  expect(left).toEqual(['token', 'sync_token'])
})

it('a service that keeps to the rules is told so', async () => {
  const service = await serve()
  const report = await reportOn(service)
  expect(report.findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
  expect(report.findings).toHaveLength(contentRules.length)
  expect(exitCodeOf(report)).toBe(0)
  expect(service.sandbox.requests.length).toBeLessThan(120)
})

it('of a service that the kit cannot change, rules of changes are not seen', async () => {
  const { bring, sandbox, ...service } = await serve()
  const report = await reportOn(service)
  const { sequence } = sandbox
  const untested = report.findings.filter(({ verdict }) => verdict !== 'ok')
  expect(new Set(untested.map(({ verdict }) => verdict))).toEqual(new Set(['untested']))
  expect(untested.map(({ check }) => check)).toEqual([
    'pages_steady',
    'feed_between',
    'feed_once',
    'feed_rows',
    'feed_resets',
    'feed_withdrawal',
    'feed_agreement',
    'sync_token_old',
  ])
  expect([exitCodeOf(report), sequence]).toEqual([0, sandbox.sequence])
  expect(await bring!('rows')).toBe(true)
})
