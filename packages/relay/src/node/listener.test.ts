import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { passedOnAnswer } from '../received-body.ts'
import { nodeListener } from './listener.ts'

/** What a service behind a proxy may say, of any length and in any number of lines. */
const longText = 'CANARY secret\n'.repeat(10_000)

/** A body of so many chunks that then breaks off. */
function breaking(chunks: number): ReadableStream<Uint8Array> {
  let left = chunks
  return new ReadableStream({
    pull: (controller) => {
      if (left-- > 0) controller.enqueue(new TextEncoder().encode('here'))
      else controller.error(new Error(longText))
    },
  })
}

let server: Server
let port: number
const asked: string[] = []

beforeEach(async () => {
  asked.splice(0)
  const answer = async ({ url }: Request) => {
    asked.push(url)
    const { pathname } = new URL(url)
    if (pathname === '/fails') throw new Error(longText)
    if (pathname.startsWith('/breaks')) return passedOnAnswer(breaking(Number(pathname.at(-1))), {})
    return new Response('here')
  }
  const listener = nodeListener(answer)
  server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

/** The first line of the answer. */
async function send(target: string, ...hosts: readonly string[]): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1')
  const lines = [`GET ${target} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close']
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return (await text(socket)).split('\r\n', 1)[0]
}

describe('a request', () => {
  it.each([
    ['/token', 'relay.example'],
    ['http://relay.example/token', 'relay.example'],
    ['http://relay.example/token', 'Relay.Example'],
  ])('for %s of %s names one host', async (target, host) => {
    expect(await send(target, host)).toBe('HTTP/1.1 200 OK')
    expect(asked).toEqual(['http://relay.example/token'])
  })

  it.each([
    ['two hosts', '/token', ['relay.example', 'relay.example']],
    ['another host in its target', 'http://evil.example/token', ['relay.example']],
    ['a target that is no address', 'token', ['relay.example']],
  ])('with %s is refused', async (_, target, hosts) => {
    expect(await send(target, ...hosts)).toBe('HTTP/1.1 400 Bad Request')
    expect(asked).toEqual([])
  })
})

describe('what is printed', () => {
  const printed: unknown[][] = []
  beforeEach(() => {
    printed.splice(0)
    for (const name of ['error', 'warn', 'info', 'log'] as const)
      vi.spyOn(console, name).mockImplementation((...parts) => void printed.push(parts))
  })
  afterEach(() => vi.restoreAllMocks())

  it.each([0, 1, 2, 5, 9])('of an answer that breaks off after %i chunks is nothing', async (chunks) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET /breaks${chunks} HTTP/1.1\r\nHost: relay.example\r\n\r\n`)
    const answer = await text(socket)
    // It does not look whole, and says nothing of why.
    expect(answer).not.toMatch(/\r\n0\r\n|CANARY/)
    expect(await send('/token', 'relay.example')).toBe('HTTP/1.1 200 OK')
    expect(printed).toEqual([])
  })

  it('of a handler that fails is one short line of JSON, however often it does', async () => {
    for (let count = 0; count < 30; count++)
      expect(await send('/fails', 'relay.example')).toBe('HTTP/1.1 500 Internal Server Error')
    expect(printed).toHaveLength(1)
    const line = String(printed[0])
    expect(line.length).toBeLessThan(500)
    expect(line).not.toContain('\n')
    expect(JSON.parse(line)).toMatchObject({ event: 'handler_failed' })
  })
})
