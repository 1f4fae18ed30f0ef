import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, it } from 'vitest'
import type { RelayLogEntry } from '../events/log.ts'
import { readRequest, serviceRequests, type ServiceRequest } from './service-request.ts'

const address = 'https://service.example/auth/v1/notes'

function bench(send: (signal: AbortSignal) => Response | Promise<Response>) {
  const clock = new VirtualClock()
  const log: RelayLogEntry[] = []
  const signals: AbortSignal[] = []
  const fetch: typeof globalThis.fetch = async (_, init) => {
    signals.push(init!.signal!)
    return send(init!.signal!)
  }
  const ask = serviceRequests({ clientId: 'client-1', fetch, clock, log: (entry) => log.push(entry) })
  const page = new AbortController()
  const request: ServiceRequest = {
    address,
    method: 'GET',
    body: undefined,
    accept: 'application/json',
    timeZone: undefined,
    conditions: {},
    signal: page.signal,
  }
  return { clock, log, signals, page, ask: () => ask(request, 'token') }
}

/** A body that comes piece by piece, and never ends by itself. */
function slow() {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given
    },
    cancel: () => {
      cancelled = true
    },
  })
  return {
    body,
    write: (text: string) => controller.enqueue(new TextEncoder().encode(text)),
    close: () => controller.close(),
    isCancelled: () => cancelled,
  }
}

const never = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

describe('an answer', () => {
  it('comes as it is written', async () => {
    const { body, write, close } = slow()
    const { ask, clock, signals } = bench(() => new Response(body))
    const reader = (await ask()).body!.getReader()
    write('one')
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('one')
    write('two')
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('two')
    close()
    expect((await reader.read()).done).toBe(true)
    await settle()
    expect([clock.pending, signals[0]!.aborted]).toEqual([0, true])
  })

  it.each([
    [204, null],
    [205, null],
  ])('%i has no body', async (status, body) => {
    const { ask, clock } = bench(() => new Response(body, { status }))
    expect([(await ask()).status, clock.pending]).toEqual([status, 0])
  })

  it('that stops coming is given up', async () => {
    const { body, isCancelled } = slow()
    const { ask, clock, log, signals } = bench((signal) => {
      signal.addEventListener('abort', () => undefined)
      return new Response(body)
    })
    const answer = await ask()
    await settle()
    await clock.advance(30_000)
    await expect(answer.text()).rejects.toThrow('broke off')
    expect([signals[0]!.aborted, isCancelled()]).toEqual([true, true])
    expect(log).toEqual([{ event: 'upstream_failed', status: 200 }])
  })

  it('that goes on for ever is broken off', async () => {
    const chunk = new Uint8Array(1024 * 1024)
    let chunks = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        chunks += 1
        controller.enqueue(chunk)
      },
    })
    const { ask, signals } = bench(() => new Response(body))
    await expect((await ask()).arrayBuffer()).rejects.toThrow('broke off')
    expect([signals[0]!.aborted, chunks < 70]).toEqual([true, true])
  })

  it('of an error has its text, without the token', async () => {
    const { ask, clock } = bench(() => Response.json({ message: 'token is not good' }, { status: 403 }))
    const answer = await ask()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'application/json'])
    expect(await answer.json()).toEqual({ message: ' is not good' })
    expect(clock.pending).toBe(0)
  })

  it('of an error without end is its status', async () => {
    const { ask } = bench(() => new Response('x'.repeat(70_000), { status: 500 }))
    const answer = await ask()
    expect([answer.status, await answer.text()]).toEqual([500, ''])
  })

  it('that the page stops reading is given up', async () => {
    const { body, write, isCancelled } = slow()
    const { ask, clock, signals } = bench(() => new Response(body))
    const answer = await ask()
    write('one')
    await answer.body!.cancel()
    await settle()
    expect([isCancelled(), signals[0]!.aborted, clock.pending]).toEqual([true, true, 0])
  })
})

describe('no answer', () => {
  const redirects = [300, 301, 302, 303, 304, 307, 308].map((status): [string, Response] => [
    String(status),
    new Response(null, { status, headers: { location: 'https://elsewhere.example/' } }),
  ])
  const followed = Object.defineProperty(new Response('{}'), 'redirected', { value: true })
  const opaque = Object.defineProperty(new Response(null), 'status', { value: 0 })

  it.each([...redirects, ['followed', followed] as const, ['opaque', opaque] as const])(
    'of a redirect: %s',
    async (_, response) => {
      const { ask, log, clock } = bench(() => response)
      const answer = await ask()
      expect([answer.status, answer.headers.get('location')]).toEqual([502, null])
      expect(log).toEqual([{ event: 'upstream_failed', status: response.status }])
      expect(clock.pending).toBe(0)
    },
  )

  it('where there is none', async () => {
    const { ask, log } = bench(() => Promise.reject(new Error('token')))
    expect((await ask()).status).toBe(502)
    expect(log).toEqual([{ event: 'upstream_failed', status: 0 }])
  })

  it('after twenty seconds', async () => {
    const { ask, clock, signals } = bench(never)
    const answer = await clock.run(ask())
    expect([answer.status, clock.elapsed, signals[0]!.aborted]).toEqual([502, 20_000, true])
  })

  it('for a page that gave up', async () => {
    const { ask, clock, page, signals } = bench(never)
    const work = ask()
    await settle()
    page.abort()
    await clock.run(work)
    expect([clock.elapsed, signals[0]!.aborted]).toEqual([0, true])
    await clock.run(ask())
    expect(signals[1]!.aborted).toBe(true)
  })
})

describe('of a page’s request', () => {
  const read = (init: RequestInit) =>
    readRequest(
      new Request('https://reader.example/', init),
      { address, conditional: false },
      new VirtualClock(),
    )
  const json = { 'content-type': 'application/json; charset=utf-8' }

  it('the body goes on as it is, up to one MiB', async () => {
    const body = 'x'.repeat(1_048_576)
    expect((await read({ method: 'POST', body, headers: json })).body).toBe(body)
    await expect(read({ method: 'POST', body: `${body}x`, headers: json })).rejects.toMatchObject({
      reason: 'body',
    })
    expect((await read({ method: 'POST' })).body).toBeUndefined()
    expect((await read({ method: 'DELETE', body: '', headers: json })).body).toBeUndefined()
    await expect(read({ method: 'POST', body: new Blob(['x']) })).rejects.toMatchObject({
      reason: 'content_type',
    })
  })

  it('a body that does not come is waited for ten seconds', async () => {
    const clock = new VirtualClock()
    const init = { method: 'POST', body: slow().body, headers: json, duplex: 'half' }
    const work = readRequest(
      new Request('https://reader.example/', init),
      { address, conditional: false },
      clock,
    )
    await expect(clock.run(work)).rejects.toMatchObject({ reason: 'body' })
    expect(clock.elapsed).toBe(10_000)
  })

  it.each([
    ['Asia/Riyadh', true],
    ['America/Argentina/Buenos_Aires', true],
    ['Etc/GMT+3', true],
    ['+03:00', true],
    ['UTC', true],
    ['', false],
    ['Asia/Riyadh, UTC', false],
    ['a'.repeat(65), false],
    ['<script>', false],
  ])('the time zone %j goes on: %s', async (timeZone, goes) => {
    const work = read({ headers: { 'x-timezone': timeZone } })
    if (goes) expect((await work).timeZone).toBe(timeZone)
    else await expect(work).rejects.toMatchObject({ reason: 'query' })
  })

  it.each([
    ['application/json', 'application/json'],
    ['text/html,application/xml;q=0.9,*/*;q=0.8', 'text/html,application/xml;q=0.9,*/*;q=0.8'],
    ['"quoted"', 'application/json'],
    ['a'.repeat(201), 'application/json'],
  ])('of accept %j the service gets %j', async (accept, sent) => {
    expect((await read({ headers: { accept } })).accept).toBe(sent)
  })
})
