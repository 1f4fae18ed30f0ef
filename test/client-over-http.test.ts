/** The client against the sandbox service over real HTTP, with tokens through a real relay. */
import {
  createSandbox,
  sandboxClientId,
  sandboxClientSecret,
  type ListeningSandbox,
  type Sandbox,
} from '@waraq/sandbox'
import { Snapshot, WaraqError } from '@waraq/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startRelay, type RunningRelay } from '@waraq/relay/node'
import { failure } from '@waraq/test-support/failure'
import {
  createContentClient,
  relayTokens,
  type ContentClient,
  type Timeouts,
  type TokenSource,
} from 'waraq/client'

const origin = 'https://reader.example'
const filter = 'translations:*;tafsirs:*'
const first = { group: 'translations', id: 20 }

let sandbox: Sandbox
let service: ListeningSandbox
let relay: RunningRelay
let client: ContentClient

/** Browsers add the origin by themselves. */
const browserFetch: typeof fetch = (input, init) =>
  fetch(input, { ...init, headers: { ...init?.headers, origin } })

interface ClientChanges {
  readonly tokens?: TokenSource
  readonly timeouts?: Timeouts
}

function makeClient({
  tokens = relayTokens(relay.tokens, { fetch: browserFetch }),
  timeouts,
}: ClientChanges = {}): ContentClient {
  return createContentClient({
    contentRoot: service.contentRoot,
    tokens,
    timeouts,
    retry: { attempts: 4, baseMs: 1, maxMs: 1_500 },
  })
}

beforeAll(async () => {
  sandbox = createSandbox({ content: 'small' })
  service = await sandbox.listen()
  relay = await startRelay({
    authUrl: service.authUrl,
    clientId: sandboxClientId,
    clientSecret: sandboxClientSecret,
    allowedOrigins: [origin],
    authorize: 'everyone',
    log: () => undefined,
    port: 0,
  })
})

afterAll(async () => {
  await relay.close()
  await service.close()
})

beforeEach(() => {
  sandbox.clearFaults()
  client = makeClient()
})

/** All pages of a bootstrap. */
async function bootstrap(perPage?: number) {
  const pages = [(await client.sync({ filter, bootstrap: true, perPage })).page]
  for (let page = pages[0]; page?.has_more; page = pages.at(-1)) {
    pages.push((await client.syncPage(page.next_page_url!)).page)
  }
  return pages
}

describe('without faults', () => {
  test('a bootstrap in pages, its snapshots, and an update from its token', async () => {
    const pages = await bootstrap(2)
    expect(pages.length).toBeGreaterThan(1)
    expect(new Set(pages.map((page) => page.sync_until_sequence)).size).toBe(1)
    for (const { snapshot_url: url } of pages.flatMap(({ mutations }) => mutations).slice(0, 3)) {
      const snapshot = await client.snapshot(url!, async (download) => {
        return Snapshot.parse(JSON.parse(await download.text()))
      })
      expect(snapshot.records.length).toBeGreaterThan(0)
    }

    const syncToken = pages.at(-1)!.next_sync_token!
    const quiet = await client.sync({ filter, syncToken })
    expect(quiet.page.mutations).toEqual([])
    expect(quiet.serverTime === null || Math.abs(quiet.serverTime - Date.now()) < 60_000).toBe(true)

    sandbox.touch(first)
    const news = await client.sync({ filter, syncToken })
    expect(news.page.mutations).toMatchObject([{ type: 'RESOURCE_UPDATE', resource_id: 20 }])
  })

  test('catalogue and chapters', async () => {
    expect((await client.catalogue('translations', { language: 'en' })).length).toBeGreaterThan(0)
    expect((await client.chapters()).length).toBeGreaterThan(0)
  })

  test('a compressed snapshot is the same', async () => {
    const zipped = createSandbox({ content: 'small', gzip: true })
    const listening = await zipped.listen()
    const tokens = { get: () => zipped.accessToken() }
    const other = createContentClient({ contentRoot: listening.contentRoot, tokens })
    const read = (of: ContentClient) =>
      of.snapshot(first, async (download) => JSON.parse(await download.text()))
    expect((await read(other)).records).toEqual((await read(client)).records)
    await listening.close()
  })
})

describe('tokens', () => {
  test('one for many requests', async () => {
    sandbox.clearRequests()
    await Promise.all(Array.from({ length: 10 }, () => client.chapters()))
    expect(
      sandbox.requests.filter(({ path }) => path.startsWith('/oauth2/token')).length,
    ).toBeLessThanOrEqual(1)
  })

  test('that were revoked are renewed through the relay', async () => {
    await client.chapters()
    sandbox.expireTokens()
    expect((await client.chapters()).length).toBeGreaterThan(0)
  })

  test('a relay that refuses is not asked again', async () => {
    const stranger = makeClient({ tokens: relayTokens(relay.tokens) })
    expect(await failure(stranger.chapters())).toMatchObject({
      code: 'token_unavailable',
      retryable: false,
      status: 403,
    })
  })
})

describe('faults that pass', () => {
  // Short enough to notice a hang soon; a slow machine only needs another try.
  beforeEach(() => {
    client = makeClient({ timeouts: { headersMs: 1_000, idleMs: 500 } })
  })
  const faults = [
    ['503', { status: 503 }],
    ['429 with a time', { status: 429, headers: { 'retry-after': '1' } }],
    ['a broken connection', { networkError: true }],
    ['a sign-in page', { html: true }],
    ['a body that breaks', { cutBody: { afterBytes: 100 } }],
    ['a body that ends early', { cutBody: { afterBytes: 100, ending: 'clean' } }],
    ['a body that hangs', { hang: { afterBytes: 100 } }],
    ['no answer', { hang: true }],
  ] as const

  test.each(faults)('%s, in the feed', async (_name, effect) => {
    sandbox.fault({ match: { path: 'sync' }, effect })
    expect((await client.sync({ filter, bootstrap: true })).page.mutations.length).toBeGreaterThan(0)
  })

  test.each(faults)('%s, in a snapshot', async (_name, effect) => {
    sandbox.fault({ match: { path: 'snapshot' }, effect })
    const read = async (text: string) => Snapshot.parse(JSON.parse(text))
    const snapshot = await client.snapshot(first, async (download) => {
      const text = await download.text()
      return read(text).catch((cause: unknown) => {
        // What a reader has to say of a document that is cut clean: only the parser can see it.
        throw download.refused(
          new WaraqError({ code: 'truncated_body', message: 'cut', retryable: true, cause }),
        )
      })
    })
    expect(snapshot?.resource_id).toBe(20)
  })
})

describe('refusals', () => {
  test('403', async () => {
    sandbox.fault({ match: { path: 'sync' }, effect: { status: 403, type: 'insufficient_scope' } })
    expect(await failure(client.sync({ filter, bootstrap: true }))).toMatchObject({ code: 'forbidden' })
  })

  test('404 snapshot_not_found', async () => {
    const work = client.snapshot({ group: 'translations', id: 999_999 }, (download) => download.text())
    expect(await failure(work)).toMatchObject({ code: 'snapshot_not_found', status: 404 })
  })

  test('410 resync_required', async () => {
    expect(await failure(client.sync({ filter, syncToken: 'nonsense' }))).toMatchObject({
      code: 'resync_required',
      status: 410,
    })
  })

  test('422 token_filter_mismatch', async () => {
    const syncToken = (await bootstrap(100)).at(-1)!.next_sync_token!
    const work = client.sync({ filter: 'translations:*', syncToken })
    expect(await failure(work)).toMatchObject({ code: 'token_filter_mismatch', status: 422 })
  })

  test('422 invalid_resources', async () => {
    const work = client.sync({ filter: 'no_such_group:*', bootstrap: true })
    expect(await failure(work)).toMatchObject({ code: 'invalid_resources', status: 422 })
  })

  test('a page address that leaves the content root is not followed', async () => {
    sandbox.fault({
      match: { path: 'sync' },
      effect: { page: { has_more: true, next_page_url: '//evil.example/api/v4/resources/sync?cursor=a' } },
    })
    expect(await failure(client.sync({ filter, bootstrap: true }))).toMatchObject({ code: 'foreign_address' })
  })
})
