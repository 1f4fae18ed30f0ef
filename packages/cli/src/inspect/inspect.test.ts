import { createContentClient, systemClock } from 'waraq/client'
import { expect, it } from 'vitest'
import { isSync, parameter, serve, withJson, type Oddity } from '../odd-service.test-support.ts'
import { issuedTokens } from '../service/issued-tokens.ts'
import { Secrets } from '../service/secrets.ts'
import { inspect, type InspectEvent } from './inspect.ts'
import { lineOf } from './run.ts'
import type { SyncResponse } from '@waraq/protocol'
import type { Sandbox } from '@waraq/sandbox'

/** Inspects a service; `during` happens after each round, by its number. */
async function inspected(
  filter: string,
  during: Readonly<Record<number, (sandbox: Sandbox) => void>>,
  oddity?: Oddity,
) {
  const { sandbox, contentRoot, issuer } = await serve(oddity)
  const { source } = issuedTokens({ issuer, fetch, clock: systemClock, secrets: new Secrets() })
  const events: InspectEvent[] = []
  const stop = new AbortController()
  const result = await inspect({
    client: createContentClient({ contentRoot, tokens: source }),
    clock: { ...systemClock, sleep: async (_, signal) => signal?.throwIfAborted() },
    filter,
    rounds: Math.max(0, ...Object.keys(during).map(Number)) + 1,
    intervalMs: 1000,
    compare: true,
    stop: stop.signal,
    tell: (event) => {
      events.push(event)
      if (event.event === 'round') during[event.round]?.(sandbox)
    },
  })
  return { result, lines: events.map(lineOf), events }
}

const update = (key: number, text: string) => ({ resource: 'translations:20', update: { key, text } })

it('tells each change, and finds that they lead to what snapshots hold', async () => {
  const { result, lines } = await inspected('articles:1;translations:20', {
    0: (sandbox) => sandbox.publish([update(200_001, 'one'), update(200_002, 'two')]),
    1: (sandbox) => {
      sandbox.publish([update(200_001, 'three'), { resource: 'translations:20', remove: 200_003 }])
      sandbox.invalidate('articles:1')
      sandbox.publish([update(200_004, 'four')])
    },
  })
  expect(result).toEqual({ differences: 0, notCompared: 0 })
  const reported = lines.map((line) => line.replace(/^\d+ \S+Z /, '').replace(/up to \d+/, 'up to n'))
  expect(reported.slice(0, 11)).toEqual([
    'RESOURCE_CREATE articles:1',
    'RESOURCE_CREATE translations:20',
    '-- bootstrap: 2 changes up to n',
    'ROW_UPDATE translations:20 translation 200001',
    'ROW_UPDATE translations:20 translation 200002',
    '-- round 1: 2 changes up to n',
    'ROW_UPDATE translations:20 translation 200001',
    'ROW_DELETE translations:20 translation 200003',
    'RESOURCE_INVALIDATE articles:1',
    'ROW_UPDATE translations:20 translation 200004',
    '-- round 2: 4 changes up to n',
  ])
  expect(reported).toContain('-- articles:1: 2 rows, 0 differ')
  expect(reported).toContain('-- translations:20: 35 rows, 0 differ')
  expect(reported.at(-1)).toBe('-- record_key: the row’s id (translation)')
})

it('a change that the feed does not tell is found, row by row', async () => {
  const silent: Oddity = async (request, ask) => {
    const answer = await ask(request)
    if (!isSync(request) || parameter(request, 'sync_token') === null) return answer
    return withJson<SyncResponse>(answer, ({ sync }) => ({
      sync: { ...sync, mutations: sync.mutations.filter(({ record_key }) => record_key !== '200002') },
    }))
  }
  const { result, lines } = await inspected(
    'translations:20',
    { 0: (sandbox) => sandbox.publish([update(200_001, 'one'), update(200_002, 'two')]) },
    silent,
  )
  expect(result).toEqual({ differences: 1, notCompared: 0 })
  expect(lines).toContain('translations:20 translation 200002: other in text updated_at')
  expect(lines).toContain('-- translations:20: 36 rows, 1 differ')
})

it('a key that is no id leads elsewhere than the snapshot', async () => {
  const { result, lines } = await inspected('translations:20', {
    0: (sandbox) =>
      sandbox.publish([
        {
          resource: 'translations:20',
          type: 'ROW_UPDATE',
          recordKey: '200001',
          data: { text: 'one' },
          announce: { recordKey: '1:1' },
        },
      ]),
  })
  expect(result.differences).toBe(2)
  expect(lines.filter((line) => line.startsWith('translations:20'))).toEqual([
    'translations:20 translation 200001: other in text updated_at',
    'translations:20 translation 1:1: only by the feed',
  ])
  expect(lines.at(-1)).toBe('-- record_key: the row’s verse_key (translation)')
})

it('what the feed withdrew is no copy any more', async () => {
  const { result, events } = await inspected('articles:1,2', { 0: (sandbox) => sandbox.hide('articles:1') })
  expect(result).toEqual({ differences: 0, notCompared: 0 })
  const compared = events.flatMap((event) => (event.event === 'compared' ? [event.resource] : []))
  expect(compared).toEqual(['articles:2'])
})

it('what is withdrawn without a word, and snapshots that lag, are told as not compared', async () => {
  const withoutWord: Oddity = (request, ask) => {
    const gone = request.url.includes('/snapshots/articles/1') && asked++ > 0
    return gone
      ? new Response('{"error":{"code":"snapshot_not_found"}}', {
          status: 404,
          headers: { 'content-type': 'application/json' },
        })
      : ask(request)
  }
  let asked = 0
  const { result, lines } = await inspected('articles:1', {}, withoutWord)
  expect(result).toEqual({ differences: 0, notCompared: 1 })
  expect(lines).toContain(
    '-- articles:1: not compared: its snapshot is gone, and the feed did not withdraw it',
  )
  const { result: lagging } = await inspected('articles:1', {
    0: (sandbox) => {
      sandbox.fault({
        match: { path: 'snapshot' },
        times: null,
        effect: { staleSnapshot: { sequenceBehind: 3 } },
      })
    },
  })
  expect(lagging.notCompared).toBe(1)
})

it('following ends when it is interrupted, and what was asked for besides is done', async () => {
  const { contentRoot, issuer } = await serve()
  const { source } = issuedTokens({ issuer, fetch, clock: systemClock, secrets: new Secrets() })
  const stop = new AbortController()
  const events: InspectEvent[] = []
  await inspect({
    client: createContentClient({ contentRoot, tokens: source }),
    clock: systemClock,
    filter: 'articles:1',
    rounds: Infinity,
    intervalMs: 3_600_000,
    compare: true,
    stop: stop.signal,
    tell: (event) => {
      events.push(event)
      if (event.event === 'round') stop.abort()
    },
  })
  expect(events.map(({ event }) => event)).toEqual(['change', 'round', 'round', 'compared', 'keys'])
})
