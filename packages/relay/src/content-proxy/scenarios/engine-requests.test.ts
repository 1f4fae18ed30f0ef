import { catalogueKinds, resourceGroups, type CatalogueKind } from '@waraq/protocol'
import type { Step } from '@waraq/test-support/scripted-fetch'
import { describe, expect, test } from 'vitest'
import { createContentClient } from '../../../../waraq/src/client/content-client.ts'
import type { ContentClient } from '../../../../waraq/src/client/options.ts'
import { bench, contentRoot, countedBody, ofPage, origin } from '../proxy.test-support.ts'

/** The engine's requests reach the service through the proxy exactly as they would without it. */

const page = (next: string | null) => ({
  sync: {
    sync_until_sequence: 7,
    has_more: next !== null,
    next_page_url: next,
    next_sync_token: next === null ? 'checkpoint' : null,
    mutations: [],
  },
})

/** A client of a page on the proxy's own origin: the browser adds the header that says so. */
function clientOf(proxy: (request: Request) => Promise<Response>, root = `${origin}/content`): ContentClient {
  return createContentClient({
    contentRoot: root,
    tokens: { get: async () => ({ token: 'none', clientId: 'none', expiresAt: Infinity }) },
    retry: { attempts: 1, baseMs: 1, maxMs: 1 },
    fetch: (input, init) => {
      const request = new Request(input, init)
      for (const [name, value] of Object.entries(ofPage)) request.headers.set(name, value)
      return proxy(request)
    },
  })
}

type Asking = (client: ContentClient) => Promise<unknown>
const readText: Parameters<ContentClient['snapshot']>[1] = (download) => download.text()

const sync = '/api/v4/resources/sync'
const bodies: [RegExp, unknown][] = [
  [/\/sync/, page(null)],
  [/\/snapshots\//, { records: [] }],
  [/\/chapters/, { chapters: [] }],
  [/./, Object.fromEntries(Object.values(catalogueKinds).map((key) => [key, []]))],
]
const service: Step = ({ url }) => Response.json(bodies.find(([pattern]) => pattern.test(url))![1])

const everything = resourceGroups.map((group) => `${group}:*`).join(';')
const manyIds = `translations:${Array.from({ length: 1_000 }, (_, index) => index + 1).join(',')}`

const askings: [string, Asking][] = [
  ['a bootstrap', (client) => client.sync({ filter: everything, bootstrap: true, perPage: 100 })],
  ['a bootstrap of a thousand ids', (client) => client.sync({ filter: manyIds, bootstrap: true })],
  ['what changed', (client) => client.sync({ filter: 'tafsirs:169', syncToken: 'eyJ+/a==--0f.~_-' })],
  [
    'what changed since a token with odd signs',
    (client) => client.sync({ filter: 'tafsirs:*', syncToken: `(a)!*'"{}|` }),
  ],
  ['a next page', (client) => client.syncPage(`${sync}?cursor=eyJhIjoxfQ%3D%3D&per_page=50`)],
  [
    'a next page with its filter',
    (client) => client.syncPage(`${sync}?resources=tafsirs%3A%2A&cursor=a%2Bb`),
  ],
  [
    'a snapshot by its address',
    (client) => client.snapshot('/api/v4/resources/snapshots/mushafs/5', readText),
  ],
  ...resourceGroups.map((group): [string, Asking] => [
    `a snapshot of ${group}`,
    (client) => client.snapshot({ group, id: 20 }, readText),
  ]),
  ...(Object.keys(catalogueKinds) as CatalogueKind[]).flatMap((kind): [string, Asking][] => [
    [`the catalogue of ${kind}`, (client) => client.catalogue(kind)],
    [`the catalogue of ${kind} in a language`, (client) => client.catalogue(kind, { language: 'zh-Hans' })],
  ]),
  ['the chapters', (client) => client.chapters({ language: 'en' })],
]

test.each(askings)('%s', async (_name, asking) => {
  const through = bench([service])
  await asking(clientOf(through.proxy))
  // The same request of a client that asks the service by itself.
  const direct: string[] = []
  const alone = async (request: Request) => {
    direct.push(request.url)
    return service({ url: request.url, init: {}, header: () => null })
  }
  await asking(clientOf(async (request) => await alone(request), contentRoot))
  expect(through.asked.map(({ url }) => url)).toEqual(direct)
  expect(through.log).toEqual([])
})

describe('the client reads the proxy as it reads the service', () => {
  const standard = (status: number, type: string) => () =>
    Response.json({ message: 'No.', type, success: false }, { status })
  const ofSync = (status: number, code: string) => () => Response.json({ error: { code } }, { status })

  test.each<[string, Step, string, boolean]>([
    ['410', ofSync(410, 'resync_required'), 'resync_required', false],
    ['422', ofSync(422, 'cursor_filter_mismatch'), 'cursor_filter_mismatch', false],
    ['404', ofSync(404, 'snapshot_not_found'), 'snapshot_not_found', false],
    ['403', standard(403, 'forbidden'), 'forbidden', false],
    ['429', standard(429, 'rate_limit_exceeded'), 'rate_limited', true],
    ['500', standard(500, 'internal_server_error'), 'service_failed', true],
    // The proxy renews its token: the caller has none.
    ['401', standard(401, 'unauthorized'), 'service_failed', true],
    ['a redirect', new Response(null, { status: 302 }), 'service_failed', true],
    ['HTML', new Response('<html>', { headers: { 'content-type': 'text/html' } }), 'service_failed', true],
    ['a break in the middle', () => countedBody(1, 'break').response(), 'truncated_body', true],
  ])('%s', async (_name, step, code, retryable) => {
    const { proxy } = bench([step])
    const failed = clientOf(proxy).sync({ filter: 'tafsirs:*', bootstrap: true })
    await expect(failed).rejects.toMatchObject({ code, retryable })
  })

  test('and what the proxy refuses', async () => {
    const { proxy, log } = bench([service])
    const failed = clientOf(proxy).sync({ filter: 'hadiths:*', bootstrap: true })
    await expect(failed).rejects.toMatchObject({ code: 'forbidden', retryable: false })
    expect(log).toEqual([expect.objectContaining({ event: 'refused', reason: 'query' })])
  })
})
