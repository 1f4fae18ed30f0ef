import { failure } from '@waraq/test-support/failure'
import { scriptedFetch, type Step } from '@waraq/test-support/scripted-fetch'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, test } from 'vitest'
import {
  createFileClient,
  type FileCallOptions,
  type FileClientOptions,
  type FileReceiver,
} from './file-client.ts'
import type { FileHead } from './file-head.ts'

const address = 'https://static.example/fonts/1.woff2'
const bytes = (length: number) => new Uint8Array(length).fill(7)

function clientOf(steps: readonly Step[], options: Partial<FileClientOptions> = {}) {
  const clock = new VirtualClock()
  const { fetch, sent } = scriptedFetch(...steps)
  const client = createFileClient({
    hosts: ['https://static.example'],
    fetch,
    clock,
    random: () => 0.5,
    ...options,
  })
  const kept = new Kept()
  const download = async (signal?: AbortSignal, more: Partial<FileCallOptions> = {}) => {
    await clock.run(client.download(address, kept, { mostBytes: 1000, signal, ...more }))
    return kept.bytes
  }
  return { client, clock, sent, download, kept }
}

/** Has what it was given last, and from where each answer began. */
class Kept implements FileReceiver {
  readonly begun: number[] = []
  head: FileHead | undefined
  bytes = new Uint8Array()

  begin(head: FileHead, from: number): void {
    this.begun.push(from)
    this.head = head
    this.bytes = this.bytes.slice(0, from)
  }

  async take(bytes: Uint8Array): Promise<void> {
    this.bytes = Uint8Array.from([...this.bytes, ...bytes])
  }
}

/** Bytes for as long as a reader asks for more. */
const endless = () =>
  new Response(new ReadableStream({ pull: (controller) => controller.enqueue(bytes(400)) }))
const hanging = () => new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))

describe('a download', () => {
  test('gives the bytes, and asks without a right', async () => {
    const { download, sent } = clientOf([new Response(bytes(1000))])
    expect(await download()).toEqual(bytes(1000))
    expect(sent.map(({ url }) => url)).toEqual([address])
    expect(sent[0]!.init).toMatchObject({
      method: 'GET',
      headers: {},
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
  })

  test('is tried again where that may help, as long after as the host asks for', async () => {
    const { download, clock } = clientOf([
      new Response(null, { status: 503, headers: { 'retry-after': '7' } }),
      new TypeError('offline'),
      new Response(bytes(3)),
    ])
    expect(await download()).toEqual(bytes(3))
    expect(clock.monotonic()).toBe(7_000 + 500)
  })

  test.each([
    [403, 'forbidden'],
    [401, 'forbidden'],
    [404, 'not_found'],
    [410, 'not_found'],
    [400, 'invalid_request'],
  ])('%i is final: %s', async (status, code) => {
    const { download, sent } = clientOf([new Response('no', { status })])
    expect(await failure(download())).toMatchObject({ code, status, retryable: false })
    expect(sent).toHaveLength(1)
  })

  test.each([
    [429, 'rate_limited'],
    [500, 'service_failed'],
    [408, 'service_failed'],
    [206, 'invalid_response'],
  ])('%i is tried again: %s', async (status, code) => {
    const { download, sent } = clientOf([new Response('no', { status })])
    expect(await failure(download())).toMatchObject({ code, status, retryable: true })
    expect(sent).toHaveLength(5)
  })

  test('of an endless body ends with the byte that is too much', async () => {
    const { download, sent } = clientOf([endless])
    expect(await failure(download())).toMatchObject({ code: 'invalid_response', retryable: false })
    expect(sent).toHaveLength(1)
  })

  test('does not wait for ever: neither for headers nor for bytes', async () => {
    const silent = clientOf([() => new Promise(() => undefined)], { retry: { attempts: 1 } })
    expect(await failure(silent.download())).toMatchObject({ code: 'timeout', details: { phase: 'headers' } })
    const stuck = clientOf([hanging], { retry: { attempts: 1 } })
    expect(await failure(stuck.download())).toMatchObject({ code: 'timeout', details: { phase: 'body' } })
  })

  test('that was led elsewhere in between is no answer', async () => {
    const moved = Object.defineProperty(new Response(bytes(3)), 'redirected', { value: true })
    const { download } = clientOf([() => moved], { retry: { attempts: 1 } })
    expect(await failure(download())).toMatchObject({ code: 'network' })
  })

  test('ends with its signal', async () => {
    const controller = new AbortController()
    const { download } = clientOf([
      () => {
        controller.abort(new Error('enough'))
        return hanging()
      },
    ])
    expect(await failure(download(controller.signal))).toMatchObject({ code: 'aborted' })
  })

  test('of a host that is not listed sends nothing', async () => {
    const { client, sent } = clientOf([new Response(bytes(3))])
    const refused = client.download('https://evil.example/1', new Kept(), { mostBytes: 9 })
    expect(await failure(refused)).toMatchObject({ code: 'foreign_address' })
    expect(() => client.address('/1')).toThrowError(/lacks its host/)
    expect(sent).toEqual([])
  })
})

describe('a download that was cut', () => {
  const file = Uint8Array.from({ length: 900 }, (_, index) => index % 251)
  const tag = { etag: '"1"' }

  /** An answer that breaks off after so many bytes. */
  const cut = (after: number, headers: Record<string, string> = tag, from = 0) =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(file.slice(from, from + after)),
        pull: (controller) => controller.error(new TypeError('cut')),
      }),
      { status: from > 0 ? 206 : 200, headers: { 'content-type': 'audio/mpeg', ...headers } },
    )
  const part = (from: number, headers: Record<string, string> = {}, bytes = file.slice(from)) =>
    new Response(bytes, {
      status: 206,
      headers: { ...tag, 'content-range': `bytes ${from}-899/900`, ...headers },
    })
  const whole = (headers: Record<string, string> = tag) => new Response(file, { headers })

  test('goes on where it was cut, and says what it is', async () => {
    const again = () => cut(300, { ...tag, 'content-range': 'bytes 300-899/900' }, 300)
    const { download, sent, kept } = clientOf([() => cut(300), again, part(600)])
    expect(await download()).toEqual(file)
    expect(sent.map(({ header }) => header('range'))).toEqual([null, 'bytes=300-', 'bytes=600-'])
    expect(kept.begun).toEqual([0, 300, 600])
    expect(kept.head).toEqual({ contentType: 'audio/mpeg', bytes: 900, version: '"1"' })
  })

  test.each<[string, Record<string, string>, Step]>([
    ['that takes no ranges', tag, () => whole()],
    ['whose file is another one', tag, part(300, { etag: '"2"' })],
    ['that no longer says which version it has', tag, new Response(file.slice(300), { status: 206 })],
    ['that gives another part', tag, part(200)],
    ['that gives a part of another length', tag, part(300, { 'content-range': 'bytes 300-899/901' })],
    ['that gives a part and no more', tag, part(300, { 'content-range': 'bytes 300-598/900' })],
    ['that gives words for a part', tag, part(300, { 'content-range': 'from 300' })],
    ['whose file is shorter now', tag, new Response(null, { status: 416, headers: tag })],
  ])('begins anew at a host %s', async (_, headers, second) => {
    const first = { ...headers, 'content-length': '900' }
    const { download, sent, kept } = clientOf([() => cut(300, first), second, () => whole()])
    expect(await download()).toEqual(file)
    expect(sent[1]!.header('range')).toBe('bytes=300-')
    expect(kept.begun.every((from) => from === 0)).toBe(true)
  })

  test.each<[string, Record<string, string>]>([
    ['names no version', {}],
    ['names a weak version', { etag: 'W/"1"' }],
  ])('begins anew where its answer %s', async (_, headers) => {
    const { download, sent } = clientOf([() => cut(300, headers), () => whole()])
    expect(await download()).toEqual(file)
    expect(sent[1]!.header('range')).toBeNull()
  })

  test('goes on by the date of the file, and by its length where the range is hidden', async () => {
    const date = { 'last-modified': 'Sat, 01 Aug 2026 00:00:00 GMT' }
    const rest = new Response(file.slice(300), { status: 206, headers: { ...date, 'content-length': '600' } })
    const { download, kept } = clientOf([() => cut(300, { ...date, 'content-length': '900' }), rest])
    expect(await download()).toEqual(file)
    expect(kept.begun).toEqual([0, 300])
  })

  test('is asked for as a whole where a host takes no requests for a part', async () => {
    const { download, sent } = clientOf([
      () => cut(300),
      new TypeError('no leave'),
      new TypeError('no leave'),
      () => whole(),
    ])
    expect(await download()).toEqual(file)
    expect(sent.map(({ header }) => header('range'))).toEqual([null, 'bytes=300-', 'bytes=300-', null])
  })

  test('goes on from an earlier call', async () => {
    const { download, kept, sent } = clientOf([part(600)])
    kept.bytes = file.slice(0, 600)
    const have = { bytes: 600, head: { contentType: 'audio/mpeg', bytes: 900, version: '"1"' } }
    expect(await download(undefined, { have })).toEqual(file)
    expect(sent).toHaveLength(1)
  })

  test('is too long as a whole, not by its last part', async () => {
    const { download, sent } = clientOf([() => cut(300), part(300)])
    const error = await failure(download(undefined, { mostBytes: 899 }))
    expect(error).toMatchObject({ code: 'invalid_response', retryable: false })
    expect(sent).toHaveLength(2)
  })

  test('is cut, where a browser hides whether it was compressed and the body is shorter than was said', async () => {
    const short = () =>
      Object.defineProperty(
        new Response(file.slice(0, 500), { headers: { 'content-length': '900' } }),
        'type',
        {
          value: 'cors',
        },
      )
    const { download } = clientOf([short], { retry: { attempts: 1 } })
    expect(await failure(download())).toMatchObject({ code: 'truncated_body', retryable: true })
  })

  test('starts again if a part is longer than it says', async () => {
    const long = new Response(new Uint8Array(1_000), {
      status: 206,
      headers: { ...tag, 'content-range': 'bytes 300-899/900' },
    })
    const { download, kept } = clientOf([() => cut(300), long, () => whole()])
    expect(await download()).toEqual(file)
    expect(kept.begun).toEqual([0, 300, 0])
  })

  test('is given up where it swells to much more than was sent', async () => {
    const swollen = new Response(new Uint8Array(70_000), {
      headers: { 'content-encoding': 'gzip', 'content-length': '200' },
    })
    const { download, sent } = clientOf([swollen])
    const error = await failure(download(undefined, { mostBytes: 1_000_000 }))
    expect(error).toMatchObject({ code: 'invalid_response', retryable: false })
    expect(sent).toHaveLength(1)
  })

  test('of a compressed body is as long as it is', async () => {
    const { download } = clientOf([whole({ 'content-encoding': 'gzip', 'content-length': '12' })])
    expect(await download()).toEqual(file)
  })

  test('ends with what its receiver throws, and tries nothing again', async () => {
    const { client, clock, sent } = clientOf([() => whole()])
    const full = new DOMException('full', 'QuotaExceededError')
    const receiver = {
      begin: () => undefined,
      take: () => {
        throw full
      },
    }
    expect(await failure(clock.run(client.download(address, receiver, { mostBytes: 1000 })))).toBe(full)
    expect(sent).toHaveLength(1)
  })

  test('that a service worker answers without leave is refused, and says what to do', async () => {
    const opaque = Object.defineProperty(new Response(null), 'status', { value: 0 })
    const { download, sent } = clientOf([() => opaque])
    expect(await failure(download())).toMatchObject({
      code: 'forbidden',
      retryable: false,
      message: expect.stringContaining('Access-Control-Allow-Origin') as string,
    })
    expect(sent).toHaveLength(1)
  })
})
