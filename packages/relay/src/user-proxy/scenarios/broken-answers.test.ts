import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { nodeListener } from '../../node/listener.ts'
import { Stage, type Browser } from '../stage.test-support.ts'

/** A service that answers over HTTP with whatever it likes, behind the proxy in a server. */

const head = (status: string, ...lines: string[]) =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${lines.map((line) => `${line}\r\n`).join('')}\r\n`
const line = 'CANARY at line 1\n'

/** Writes one piece again and again, for as long as the proxy takes them. */
function writeForEver(socket: Socket, piece: string): void {
  const write = () => {
    while (!socket.destroyed && socket.write(piece));
  }
  socket.on('drain', write)
  write()
}

const bomb = gzipSync(line.repeat(2_000_000))

/** What the service does once it was asked. */
const answers: Readonly<Record<string, (socket: Socket) => void>> = {
  'a body that is shorter than it says': (socket) =>
    socket.end(`${head('200 OK', 'content-length: 500')}{"a":"${line}`),
  'a body whose chunks are none': (socket) =>
    socket.end(`${head('200 OK', 'transfer-encoding: chunked')}5\r\n{"a":\r\nCANARY\r\n`),
  'a body that is cut': (socket) =>
    socket.write(`${head('200 OK', 'content-length: 500')}{"a":`, () => socket.resetAndDestroy()),
  'a body that is not compressed as it says': (socket) =>
    socket.end(`${head('200 OK', 'content-encoding: gzip', 'content-length: 17')}${line}`),
  'a long error': (socket) => socket.end(`${head('500 Failed')}${line.repeat(20_000)}`),
  'an error without end': (socket) => {
    socket.write(head('422 Wrong'))
    writeForEver(socket, line.repeat(500))
  },
  'an error that is cut': (socket) =>
    socket.write(`${head('400 Bad', 'content-length: 500')}${line}`, () => socket.resetAndDestroy()),
  'an error that swells': (socket) =>
    socket.end(
      Buffer.concat([
        Buffer.from(head('503 Busy', 'content-encoding: gzip', `content-length: ${bomb.length}`)),
        bomb,
      ]),
    ),
  'a long reason': (socket) => socket.end(`${head(`500 ${'CANARY '.repeat(500)}`, 'content-length: 0')}`),
  'headers without end': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    writeForEver(socket, `x-long: ${'CANARY'.repeat(500)}\r\n`)
  },
  'no HTTP': (socket) => socket.end(line.repeat(1_000)),
  nothing: (socket) => socket.resetAndDestroy(),
}

let [upstream, server]: [Server?, HttpServer?] = []
let stage: Stage
let browser: Browser
let asked = ''
const [connected, answering] = [new Set<Socket>(), new Set<Socket>()]
const printed: unknown[][] = []
const portOf = (each: { address(): unknown }) => (each.address() as AddressInfo).port

beforeAll(async () => {
  upstream = createServer((socket) => {
    connected.add(socket)
    socket
      .on('close', () => [connected, answering].map((each) => each.delete(socket)))
      .on('error', () => undefined)
    socket.once('data', () => {
      answering.add(socket)
      answers[asked]!(socket)
    })
  })
  await new Promise<void>((resolve) => upstream!.listen(0, '127.0.0.1', resolve))
  const root = `http://127.0.0.1:${portOf(upstream)}`
  stage = new Stage()
  browser = await stage.signedIn()
  const { fetch: doubles } = stage
  const proxy = stage.process({
    userRoots: { auth: root, quranReflect: root },
    fetch: (input, init) => (String(input).startsWith(root) ? fetch(input, init) : doubles(input, init)),
  })
  const listener = nodeListener(proxy)
  server = createHttpServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const socket of connected) socket.destroy()
  for (const each of [upstream, server]) await new Promise((resolve) => each?.close(resolve))
})
beforeEach(() => {
  printed.splice(0)
  stage.log.splice(0)
  for (const name of ['error', 'warn', 'info', 'log'] as const)
    vi.spyOn(console, name).mockImplementation((...parts) => void printed.push(parts))
})
afterEach(() => vi.restoreAllMocks())

/** The whole answer as it comes over the connection. */
async function ask(): Promise<string> {
  const socket = connect(portOf(server!), '127.0.0.1')
  const cookie = [...browser.jar].map((pair) => pair.join('=')).join('; ')
  const lines = [
    'GET /user/auth/v1/notes HTTP/1.1',
    'Host: reader.example',
    'X-Relay: 1',
    'Sec-Fetch-Site: same-origin',
    `Cookie: ${cookie}`,
    'Connection: close',
  ]
  let answer = ''
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString())).on('error', () => undefined)
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await new Promise((resolve) => socket.on('close', resolve))
  return answer
}

/** The status of the answer; `cut` where it is no whole one. */
const outcomes: Readonly<Record<keyof typeof answers, string>> = {
  'a body that is shorter than it says': 'cut',
  'a body whose chunks are none': 'cut',
  'a body that is cut': 'cut',
  'a body that is not compressed as it says': 'cut',
  'a long error': '500',
  'an error without end': '422',
  'an error that is cut': '400',
  'an error that swells': '503',
  'a long reason': '500',
  'headers without end': '502',
  'no HTTP': '502',
  nothing: '502',
}

it.each(Object.entries(outcomes))('%s: %s', async (name, expected) => {
  asked = name
  const answer = await ask()
  const [, status = 'none', body = ''] = /^HTTP\/1\.1 (\d+)[^]*?\r\n\r\n([^]*)$/.exec(answer) ?? []
  // The connection may be cut before anything of the answer is out.
  if (expected === 'cut')
    expect([/^(?:200|none)$/.test(status), body.endsWith('0\r\n\r\n')]).toEqual([true, false])
  else expect([status, body.length < 300, /CANARY/.test(answer)]).toEqual([expected, true, false])
  expect(printed).toEqual([])
  const isReported = expected === 'cut' || expected === '502'
  expect(stage.log.map(({ event }) => event)).toEqual(isReported ? ['upstream_failed'] : [])
  expect(JSON.stringify(stage.log).length).toBeLessThan(200)
  // The service writes no more to what the proxy has given up.
  await expect.poll(() => answering.size).toBe(0)
})
