import { createServer, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeListener } from './listener.ts'

let server: Server
let port: number
const asked: string[] = []

beforeEach(async () => {
  asked.splice(0)
  const answer = async ({ url }: Request) => {
    asked.push(url)
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
