import { randomBytes } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../../clock.ts'
import { createContentProxy } from '../../content-proxy.ts'
import { nodeListener } from '../../node/listener.ts'
import { contentRoot, ofPage, snapshot } from '../proxy.test-support.ts'

/** The proxy between real sockets. */

const megabyte = 1024 * 1024
const longBytes = 100 * megabyte
/** The bytes that sockets and servers on the way hold. */
const mostHeld = 20 * megabyte

const service = { sent: 0, closed: 0 }
/** What the proxy takes for the time, so that no busy machine makes a caller slow. */
const time = { ms: 0 }
let servers: Server[] = []
let proxyPort = 0

const listen = async (server: Server) => {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Sends noise, which does not compress, as fast as it is taken. */
function send(response: ServerResponse, bytes: number): void {
  if (bytes <= 0) return void response.end()
  const noise = randomBytes(64 * 1024)
  service.sent += noise.length
  const next = () => send(response, bytes - noise.length)
  if (response.write(noise)) setImmediate(next)
  else response.once('drain', next)
}

beforeAll(async () => {
  const servicePort = await listen(
    createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      if (request.url === '/oauth2/token')
        return response.end('{"access_token":"t","expires_in":3600,"token_type":"bearer"}')
      response.on('close', () => (service.closed += 1))
      if (request.url!.endsWith('/20')) return send(response, longBytes)
      if (request.url!.endsWith('/30'))
        return response.write('{"a":', () => setTimeout(() => response.destroy(), 20))
      return response.end('{"a":1}')
    }),
  )
  const root = `http://127.0.0.1:${servicePort}`
  const proxy = createContentProxy({
    authUrl: root,
    contentRoot: root + new URL(contentRoot).pathname,
    clientId: 'client-1',
    clientSecret: 'secret',
    allowedOrigins: [],
    authorize: 'everyone',
    mostConcurrent: { all: 1 },
    // An answer ends here because it gave way, and by no deadline.
    timeouts: { takenMs: 3_600_000 },
    clock: { ...systemClock, monotonic: () => time.ms },
  })
  const listener = nodeListener(proxy, { trustedProxies: 1 })
  proxyPort = await listen(createServer((incoming, outgoing) => void listener(incoming, outgoing)))
})

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  servers = []
})

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${proxyPort}/content${path}`, { headers: { ...ofPage, ...headers } })

/** A caller of another address, that reads nothing of its answer until it is told to. */
function callerThatReadsNothing(encoding: string): Socket {
  const socket = connect(proxyPort, '127.0.0.1')
  socket.pause()
  const headers = Object.entries({
    host: 'reader.example',
    'accept-encoding': encoding,
    'x-forwarded-for': '203.0.113.1',
    ...ofPage,
  })
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET /content${snapshot} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return socket
}

test('answers are whole, and compressed by the word of the caller', async () => {
  for (const encoding of ['gzip', 'identity']) {
    const answer = await ask('/api/v4/chapters', { 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
    expect(await answer.json()).toEqual({ a: 1 })
  }
})

/** Resolves once the service has sent what the sockets on the way hold. */
async function untilServiceStands(): Promise<void> {
  let before = -1
  await expect
    .poll(
      () => {
        const stands = service.sent > 0 && service.sent === before
        before = service.sent
        return stands
      },
      { interval: 200 },
    )
    .toBe(true)
}

test.each(['gzip', 'identity'])(
  'a caller that reads nothing stops the service, and frees it: %s',
  async (encoding) => {
    const complaints = vi.spyOn(console, 'error').mockReturnValue(undefined)
    service.sent = 0
    service.closed = 0
    const socket = callerThatReadsNothing(encoding)
    await untilServiceStands()
    expect(service.sent).toBeLessThan(mostHeld)
    expect((await ask(snapshot)).status).toBe(429)
    socket.destroy()
    await expect.poll(() => service.closed).toBe(1)
    await expect.poll(async () => (await ask('/api/v4/chapters')).text()).toBe('{"a":1}')
    expect(complaints).not.toHaveBeenCalled()
  },
)

test.each(['gzip', 'identity'])(
  'a caller that reads nothing gives way after ten seconds: %s',
  async (encoding) => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    service.sent = 0
    service.closed = 0
    const socket = callerThatReadsNothing(encoding)
    await untilServiceStands()
    expect((await ask('/api/v4/chapters')).status).toBe(429)
    // A busy machine may have been about to take more.
    const afterTenSeconds = async () => {
      time.ms += 10_000
      return (await ask('/api/v4/chapters')).text()
    }
    await expect.poll(afterTenSeconds, { interval: 200 }).toBe('{"a":1}')
    await expect.poll(() => service.closed).toBe(2)
    const gone = new Promise((resolve) => socket.once('close', resolve))
    socket.on('error', () => undefined)
    socket.resume()
    await gone
  },
)

test('what breaks off does not look whole, and prints nothing', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue(undefined)
  for (const encoding of ['gzip', 'identity']) {
    const reading = ask('/api/v4/resources/snapshots/translations/30', { 'accept-encoding': encoding })
    await expect(reading.then((answer) => answer.text())).rejects.toThrow()
  }
  expect(printed).not.toHaveBeenCalled()
})
