import { getEventListeners } from 'node:events'
import { isAbort, WaraqError } from '@waraq/protocol'
import { settle } from '@waraq/test-support/at-rest'
import { describe, expect, test } from 'vitest'
import {
  bench,
  html,
  json,
  lastPage,
  standardError,
  streamed,
  type Step,
} from './scripted-service.test-support.ts'
import { failure } from '@waraq/test-support/failure'
import type { SnapshotDownload } from './options.ts'

const request = { filter: 'translations:131,20;tafsirs:*', bootstrap: true } as const
const ref = { group: 'translations', id: 20 }
const snapshotBody = {
  resource_group: 'translations',
  resource_id: 20,
  schema_version: 1,
  sync_sequence: 7,
  records: [],
}

describe('requests', () => {
  test('carry the two headers and leave no traces', async () => {
    const { client, sent } = bench([json(lastPage)])
    await client.sync({ ...request, perPage: 100 })
    const [first] = sent
    expect(first?.url).toBe(
      'https://service.example/content/api/v4/resources/sync?resources=tafsirs%3A%2A%3Btranslations%3A20%2C131&bootstrap=true&per_page=100',
    )
    expect(first?.header('x-auth-token')).toBe('t1')
    expect(first?.header('x-client-id')).toBe('client-1')
    expect(first?.init).toMatchObject({
      method: 'GET',
      cache: 'no-store',
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    })
  })

  test('later pages go out as given', async () => {
    const { client, sent } = bench([json(lastPage)])
    await client.syncPage('/api/v4/resources/sync?cursor=a%2Bb%3D%3D')
    expect(sent[0]?.url).toBe('https://service.example/content/api/v4/resources/sync?cursor=a%2Bb%3D%3D')
  })

  test('nothing is sent to an address of a stranger', async () => {
    const { client, sent } = bench([json(lastPage)])
    expect(await failure(client.syncPage('//evil.example/api/v4/resources/sync?cursor=a'))).toMatchObject({
      code: 'foreign_address',
    })
    const read = async () => undefined
    expect(await failure(client.snapshot('https://evil.example/x', read))).toMatchObject({
      code: 'foreign_address',
    })
    expect(sent).toHaveLength(0)
  })

  test('answers tell bytes and the time of the service', async () => {
    const { client } = bench([json(lastPage, 200, { date: 'Sat, 01 Aug 2026 12:00:00 GMT' })])
    const answer = await client.sync(request)
    expect(answer).toEqual({
      page: lastPage.sync,
      bytes: JSON.stringify(lastPage).length,
      serverTime: Date.UTC(2026, 7, 1, 12),
    })
    expect((await bench([json(lastPage)]).client.sync(request)).serverTime).toBeNull()
  })

  test('a client without a good content root is not made', () => {
    expect(() => bench([], { contentRoot: 'http://service.example' })).toThrow(
      expect.objectContaining({ code: 'invalid_content_root' }),
    )
  })

  test('catalogue and chapters', async () => {
    const items = bench([json({ reciters: [{ id: 7, name: 'Somebody' }, { name: 'no id' }] })])
    expect(await items.client.catalogue('chapter_reciters', { language: 'ur' })).toEqual([
      { id: 7, name: 'Somebody' },
    ])
    expect(items.sent[0]?.url).toBe(
      'https://service.example/content/api/v4/resources/chapter_reciters?language=ur',
    )
    const chapters = bench([json({ chapters: [{ id: 1, name_simple: 'One', verses_count: 7 }] })])
    expect(await chapters.client.chapters()).toHaveLength(1)
    expect(chapters.sent[0]?.url).toBe('https://service.example/content/api/v4/chapters')
  })
})

describe('snapshots', () => {
  test('are read as text or in chunks', async () => {
    const { client } = bench([json(snapshotBody)])
    expect(JSON.parse(await client.snapshot(ref, (download) => download.text()))).toEqual(snapshotBody)
    const bytes = await client.snapshot(ref, async ({ chunks }) => {
      let sum = 0
      for await (const chunk of chunks) sum += chunk.byteLength
      return sum
    })
    expect(bytes).toBe(JSON.stringify(snapshotBody).length)
  })

  test('request and reading are tried again as one, from nothing', async () => {
    const { client, clock, sent } = bench([
      () => streamed(['{"records":[1,'], 'break'),
      () => streamed(['{"records":[1,', '2]}'], 'close'),
    ])
    const attempts: number[] = []
    const read = async ({ attempt, text }: SnapshotDownload) => {
      attempts.push(attempt)
      return JSON.parse(await text()) as unknown
    }
    expect(await clock.run(client.snapshot(ref, read))).toEqual({ records: [1, 2] })
    expect(attempts).toEqual([1, 2])
    expect(sent).toHaveLength(2)
  })

  test('a reader that refuses the answer gets another one', async () => {
    const { client, clock, notices } = bench([json(snapshotBody)])
    const stale = new WaraqError({ code: 'stale_snapshot', message: 'Old. Later.', retryable: true })
    const read = async ({ attempt, refused }: SnapshotDownload) => {
      if (attempt < 3) throw refused(stale)
      return attempt
    }
    expect(await clock.run(client.snapshot(ref, read))).toBe(3)
    expect(notices.map(({ error }) => error)).toEqual([stale, stale])
  })

  const own = {
    'an error of the language': new RangeError('mine'),
    'an error that stays': new WaraqError({ code: 'quota_exceeded', message: 'Full.' }),
    'an error that may pass': new WaraqError({
      code: 'storage_blocked',
      message: 'Held. Later.',
      retryable: true,
    }),
  }
  describe.each(Object.entries(own))("a reader's own failure ends the call at once: %s", (_, thrown) => {
    const readers: Record<string, (download: SnapshotDownload) => Promise<unknown>> = {
      'before anything was read': () => Promise.reject(thrown),
      'in the middle of the body': async ({ chunks }) => {
        for await (const chunk of chunks) if (chunk.byteLength > 0) throw thrown
      },
      'after all of it': async ({ text }) => {
        await text()
        throw thrown
      },
      'where another error was refused, and met': async ({ refused }) => {
        refused(new WaraqError({ code: 'stale_snapshot', message: 'Old. Later.', retryable: true }))
        throw thrown
      },
    }
    test.each(Object.entries(readers))('%s', async (_when, read) => {
      const { client, clock, sent } = bench([json(snapshotBody)])
      expect(await failure(clock.run(client.snapshot(ref, read)))).toBe(thrown)
      expect(sent).toHaveLength(1)
    })
  })

  test('text that is no UTF-8 is the fault of the answer', async () => {
    const broken = () =>
      new Response(new Uint8Array([0xff]), { headers: { 'content-type': 'application/json' } })
    const { client, clock, sent } = bench([broken], { retry: { attempts: 2 } })
    expect(await failure(clock.run(client.snapshot(ref, ({ text }) => text())))).toMatchObject({
      code: 'truncated_body',
    })
    expect(sent).toHaveLength(2)
  })

  test('a broken body wins over what its reader made of it', async () => {
    const { client, clock } = bench([() => streamed(['{"records":['], 'break')], { retry: { attempts: 1 } })
    const complains = async ({ text }: SnapshotDownload) => {
      await text().catch(() => undefined)
      throw new SyntaxError('Unexpected end')
    }
    const overlooks = async ({ text }: SnapshotDownload) => {
      await text().catch(() => undefined)
      return 'fine'
    }
    for (const read of [complains, overlooks]) {
      expect(await failure(clock.run(client.snapshot<unknown>(ref, read)))).toMatchObject({
        code: 'truncated_body',
      })
    }
  })

  describe('where each request is tried once, and a broken snapshot three times', () => {
    const retry = { attempts: 1, brokenAttempts: 3 }
    const text = ({ text: whole }: SnapshotDownload) => whole()
    const broken = () => streamed(['{"records":['], 'break')
    const stale = new WaraqError({ code: 'stale_snapshot', message: 'Old.', retryable: true })
    const cases: [string, Step[], (download: SnapshotDownload) => Promise<string>, number, string | null][] =
      [
        ['a body that breaks is asked for again', [broken, broken, json(snapshotBody)], text, 3, null],
        ['a body that breaks each time', [broken], text, 3, 'truncated_body'],
        ['a body that stops', [() => streamed(['{"records":['], 'hang')], text, 3, 'timeout'],
        [
          'a body that ends early',
          [() => streamed(['{"records":['], 'close')],
          async (download) => {
            await download.text()
            throw download.refused(
              new WaraqError({ code: 'truncated_body', message: 'Cut.', retryable: true }),
            )
          },
          3,
          'truncated_body',
        ],
        ['a refusal', [standardError(503, 'service_unavailable')], text, 1, 'service_failed'],
        [
          'a refusal whose body breaks',
          [() => new Response(broken().body, { status: 422 })],
          text,
          1,
          'truncated_body',
        ],
        [
          'a refusal after a body that broke',
          [broken, standardError(503, 'service_unavailable')],
          text,
          2,
          'service_failed',
        ],
        ['no connection', [new TypeError('fetch failed')], text, 1, 'network'],
        ['no answer', [() => new Promise<Response>(() => undefined)], text, 1, 'timeout'],
        ['a sign-in page', [html()], text, 1, 'not_json'],
        [
          'a whole answer that its reader refuses',
          [json(snapshotBody)],
          async ({ refused }) => {
            throw refused(stale)
          },
          1,
          'stale_snapshot',
        ],
      ]
    test.each(cases)('%s', async (_name, steps, read, requests, code) => {
      const { client, clock, sent } = bench(steps, { retry })
      const download = clock.run(client.snapshot(ref, read))
      if (code === null) expect(await download).toBe(JSON.stringify(snapshotBody))
      else expect(await failure(download)).toMatchObject({ code })
      expect(sent).toHaveLength(requests)
    })
    test('a broken page of the feed is not: what was sent of it is small', async () => {
      const { client, clock, sent } = bench([() => streamed(['{"sync":'], 'break')], { retry })
      const page = client.sync(request)
      expect(await failure(clock.run(page))).toMatchObject({ code: 'truncated_body' })
      expect(sent).toHaveLength(1)
    })
  })

  test('the length is known only of bodies that are not compressed, and then it counts', async () => {
    const text = JSON.stringify(snapshotBody)
    const lengths = async (headers: Record<string, string>) =>
      bench([json(snapshotBody, 200, headers)]).client.snapshot(
        ref,
        async ({ bytesExpected }) => bytesExpected,
      )
    expect(await lengths({})).toBeNull()
    expect(await lengths({ 'content-length': String(text.length) })).toBe(text.length)
    expect(await lengths({ 'content-length': '10', 'content-encoding': 'gzip' })).toBeNull()

    const short = bench([json(snapshotBody, 200, { 'content-length': '99999' })], { retry: { attempts: 1 } })
    const error = await failure(short.client.snapshot(ref, ({ text: whole }) => whole()))
    expect(error).toMatchObject({
      code: 'truncated_body',
      details: { bytes: text.length, bytesExpected: 99_999 },
    })
  })

  test('a reader is not called for anything but JSON', async () => {
    const { client } = bench([new Response('x', { headers: { 'content-type': 'text/plain' } })], {
      retry: { attempts: 1 },
    })
    let called = false
    const error = await failure(
      client.snapshot(ref, async () => {
        called = true
      }),
    )
    expect([error['code'], called]).toEqual(['not_json', false])
  })

  test('a body that is not wanted to its end is cancelled', async () => {
    let cancelled = 0
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new TextEncoder().encode('[1,')),
        cancel: () => {
          cancelled += 1
        },
      })
    const answer = () => new Response(body(), { headers: { 'content-type': 'application/json' } })
    const { client } = bench([answer])
    await client.snapshot(ref, async ({ chunks }) => {
      for await (const chunk of chunks) return chunk.byteLength
      return 0
    })
    await client.snapshot(ref, async () => 'not read at all')
    await failure(client.snapshot(ref, () => Promise.reject(new Error('mine'))))
    const foreign = bench([() => new Response(body(), { headers: { 'content-type': 'text/html' } })], {
      retry: { attempts: 1 },
    })
    await failure(foreign.client.snapshot(ref, async () => undefined))
    await settle()
    expect(cancelled).toBe(4)
  })
})

describe('cancelling', () => {
  const hang = () => new Promise<Response>(() => undefined)

  async function cancelled(
    b: ReturnType<typeof bench>,
    start: (signal: AbortSignal) => Promise<unknown>,
    phase: () => Promise<void>,
  ) {
    const controller = new AbortController()
    const work = failure(start(controller.signal))
    await phase()
    controller.abort(new Error('enough'))
    const error = await work
    expect(error).toMatchObject({ code: 'aborted', name: 'AbortError', retryable: false })
    expect(isAbort(error)).toBe(true)
    expect(error.cause).toMatchObject({ message: 'enough' })
    await b.clock.advance(0)
    expect(b.clock.pending).toBe(0)
  }

  test('before the start: nothing is sent', async () => {
    const b = bench([json(lastPage)])
    const error = await failure(b.client.sync(request, { signal: AbortSignal.abort() }))
    expect(isAbort(error)).toBe(true)
    expect(b.sent).toHaveLength(0)
  })

  test('while waiting for a token', async () => {
    const tokens = { get: () => new Promise<never>(() => undefined) }
    const b = bench([json(lastPage)], { tokens })
    await cancelled(
      b,
      (signal) => b.client.sync(request, { signal }),
      () => b.clock.advance(1),
    )
  })

  test('while waiting for an answer that never comes', async () => {
    const b = bench([hang])
    await cancelled(
      b,
      (signal) => b.client.sync(request, { signal }),
      () => b.clock.advance(1),
    )
    expect(b.sent[0]?.init.signal?.aborted).toBe(true)
  })

  test('during a backoff', async () => {
    const b = bench([standardError(503, 'service_unavailable')])
    await cancelled(
      b,
      (signal) => b.client.sync(request, { signal }),
      () => b.clock.advance(100),
    )
    expect(b.sent).toHaveLength(1)
  })

  test('while a body hangs', async () => {
    const b = bench([() => streamed(['{"sync":'], 'hang')])
    await cancelled(
      b,
      (signal) => b.client.sync(request, { signal }),
      () => b.clock.advance(1),
    )
    await cancelled(
      b,
      (signal) => b.client.snapshot(ref, (download) => download.text(), { signal }),
      () => b.clock.advance(1),
    )
  })

  test('while the body of a refusal hangs', async () => {
    const refusal = () => new Response(streamed(['{'], 'hang').body, { status: 422 })
    const b = bench([refusal])
    await cancelled(
      b,
      (signal) => b.client.sync(request, { signal }),
      () => b.clock.advance(1),
    )
  })

  test('in a reader: the call ends when the reader has', async () => {
    const b = bench([json(snapshotBody)])
    let left = false
    const read = ({ signal }: SnapshotDownload) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          left = true
          reject(new Error('stopped'))
        })
      })
    await cancelled(
      b,
      (signal) => b.client.snapshot(ref, read, { signal }),
      () => b.clock.advance(1),
    )
    expect(left).toBe(true)
  })

  test('the signal of the client ends all its calls', async () => {
    const controller = new AbortController()
    const b = bench([hang], { signal: controller.signal })
    const work = Promise.all([failure(b.client.sync(request)), failure(b.client.chapters())])
    await b.clock.advance(1)
    controller.abort()
    for (const error of await work) expect(isAbort(error)).toBe(true)
    expect(isAbort(await failure(b.client.sync(request)))).toBe(true)
  })

  test('long-lived signals gather no listeners', async () => {
    const controller = new AbortController()
    const b = bench([standardError(503, 'x'), json(lastPage)], { signal: controller.signal })
    await b.clock.run(b.client.sync(request, { signal: controller.signal }))
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  })
})

describe('time', () => {
  test('headers and silence have their own limits', async () => {
    const timeouts = { headersMs: 1_000, idleMs: 200 }
    const deaf = bench([() => new Promise<Response>(() => undefined)], { timeouts, retry: { attempts: 1 } })
    expect(await failure(deaf.clock.run(deaf.client.sync(request)))).toMatchObject({
      code: 'timeout',
      details: { phase: 'headers', afterMs: 1_000 },
    })
    expect(deaf.clock.monotonic()).toBe(1_000)
    const mute = bench([() => streamed(['{'], 'hang')], { timeouts, retry: { attempts: 1 } })
    expect(await failure(mute.clock.run(mute.client.sync(request)))).toMatchObject({
      code: 'timeout',
      details: { phase: 'body', afterMs: 200 },
    })
    expect(mute.clock.monotonic()).toBe(200)
  })

  test('a slow reader is not silence', async () => {
    const b = bench([() => streamed(['{', '}'], 'close')], { timeouts: { idleMs: 100 } })
    const read = async ({ chunks }: SnapshotDownload) => {
      let text = ''
      for await (const chunk of chunks) {
        text += new TextDecoder().decode(chunk)
        await b.clock.sleep(10_000)
      }
      return text
    }
    expect(await b.clock.run(b.client.snapshot(ref, read))).toBe('{}')
  })
})
