import { failure } from '@waraq/test-support/failure'
import { scriptedFetch, type Step } from '@waraq/test-support/scripted-fetch'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, test } from 'vitest'
import { createFileClient, type FileClientOptions } from './file-client.ts'

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
  const download = (signal?: AbortSignal) => clock.run(client.download(address, { mostBytes: 1000, signal }))
  return { client, clock, sent, download }
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
    const refused = client.download('https://evil.example/1', { mostBytes: 9 })
    expect(await failure(refused)).toMatchObject({ code: 'foreign_address' })
    expect(() => client.address('/1')).toThrowError(/lacks its host/)
    expect(sent).toEqual([])
  })
})
