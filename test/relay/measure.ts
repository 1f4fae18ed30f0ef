/**
 * `pnpm measure:relay`: what the relay costs beside a bare handler in the same run, how long callers wait while the issuer is
 * down, how much memory slow callers take, whom limits refuse among many, how long a reader waits beside slow ones, and how one
 * process and ten behind Redis serve the devices of a million pages. Times are of this machine; ratios travel better.
 * `WARAQ_MEASURE` names the parts.
 */
import autocannon from 'autocannon'
import { fork, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleModules } from '@waraq/test-support/bundle-modules'
import {
  attackers,
  manyClients,
  type ManyClients,
} from '../../packages/relay/src/access/many-clients.test-support.ts'
import { startBalancer } from './balancer.ts'
import { closed, listening, page, startIssuer, startRedis, startRelayProcess } from './processes.ts'
import { honestReader, slowReaders, type Waited } from './slow-readers.ts'

const seconds = Number(process.env['WARAQ_MEASURE_SECONDS'] ?? 8)
const ofPage = { origin: page, 'content-type': 'application/json', 'x-relay': '1' }
const snapshotPath = '/content/api/v4/resources/snapshots/translations/20'
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!

interface Measured {
  readonly url: string
  readonly process: ChildProcess
  rss(): Promise<number>
}

const running: ChildProcess[] = []

async function start(name: string, upstream: string): Promise<Measured> {
  const child = fork(await bundleModules('test/relay/measured-server.ts', 'node'), [name, upstream], {
    silent: true,
  })
  running.push(child)
  const port = await new Promise<string>((resolve) =>
    child.stdout!.on('data', (chunk: Buffer) => {
      const found = /Port: (\d+)/.exec(chunk.toString())?.[1]
      if (found) resolve(found)
    }),
  )
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    rss: () =>
      new Promise((resolve) => {
        child.once('message', (bytes) => resolve(bytes as number))
        child.send('rss')
      }),
  }
}

const shoot = (url: string, more: Partial<autocannon.Options> = {}) =>
  autocannon({ url, connections: 50, duration: seconds, headers: ofPage, ...more })

const asToken: Partial<autocannon.Options> = { method: 'POST', body: '{}' }

/** Rounds in turn, so that what the machine does besides meets both. */
async function compare(one: string, other: string, more: Partial<autocannon.Options>) {
  const rounds: { throughput: number; addedMs: number }[] = []
  for (let round = 0; round < 3; round += 1) {
    const bare = await shoot(one, more)
    const own = await shoot(other, more)
    if (own.non2xx > 0 || own.errors > 0)
      throw new Error(`${other}: ${own.non2xx} refused, ${own.errors} errors`)
    rounds.push({
      throughput: own.requests.average / bare.requests.average,
      addedMs: own.latency.average - bare.latency.average,
    })
    console.log(
      `  bare ${bare.requests.average.toFixed(0)}/s, p99 ${bare.latency.p99} ms; relay ${own.requests.average.toFixed(0)}/s, p99 ${own.latency.p99} ms`,
    )
  }
  const ratio = median(rounds.map(({ throughput }) => throughput))
  const added = median(rounds.map(({ addedMs }) => addedMs))
  console.log(
    `  throughput ${ratio.toFixed(2)} of the bare handler's; ${added.toFixed(1)} ms more at 50 connections`,
  )
}

/** A service with a snapshot of five megabytes, and an issuer. */
const rows = Array.from({ length: 25_000 }, (_, id) => ({
  id,
  text: `A verse with the number ${id}, ${'x'.repeat(170)}`,
}))
const snapshot = Buffer.from(JSON.stringify({ records: rows }))
const issuer = await startIssuer()
const service = createServer((request, response) => {
  if (request.url?.endsWith('/oauth2/token'))
    return void request.resume().on('end', () => issuer.token(response))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': snapshot.length })
  response.end(snapshot)
})
const upstream = `http://127.0.0.1:${await listening(service)}`

async function throughput(): Promise<void> {
  const [bare, relay, zipped] = await Promise.all(
    ['bare', 'plain', 'gzip'].map((name) => start(name, upstream)),
  )
  console.log('Tokens, beside a bare Hono handler:')
  await compare(`${bare!.url}/token`, `${relay!.url}/token`, asToken)
  const reading = { connections: 4, headers: { ...ofPage, 'sec-fetch-site': 'same-origin' } }
  console.log(`A snapshot of ${(snapshot.length / 1e6).toFixed(1)} MB through the proxy, beside a bare one:`)
  await compare(bare!.url + snapshotPath, relay!.url + snapshotPath, reading)
  console.log('The same, compressed again for the caller:')
  const gzip = { ...reading, headers: { ...reading.headers, 'accept-encoding': 'gzip' } }
  await compare(bare!.url + snapshotPath, zipped!.url + snapshotPath, gzip)
}

/** A token of 61 s is renewed from second 31 on: half of the shots fall into the time in which the issuer is asked in vain. */
async function issuerDown(kind: 'down' | 'hanging'): Promise<void> {
  const own = await startIssuer()
  own.answer = (_, response) => own.token(response, 61)
  const relay = await start('plain', own.url)
  const first = await shoot(`${relay.url}/token`, { ...asToken, amount: 10, connections: 1 })
  if (first.non2xx > 0) throw new Error('no token to begin with')
  own.answer = (_, response) => {
    if (kind === 'down') response.writeHead(503).end()
  }
  const during = await shoot(`${relay.url}/token`, { ...asToken, duration: 58, overallRate: 400 })
  console.log(
    `The issuer is ${kind} for 58 s, and the token good: ${during.requests.total} requests, ${during.non2xx} without a token, p50 ${during.latency.p50} ms, p99 ${during.latency.p99} ms, longest ${during.latency.max} ms; the issuer was asked ${own.asked.length - 1} times.`,
  )
  await own.close()
}

const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

const count = 3_000

/** Callers that send what `first` says and then a byte every two seconds, or read nothing of the answer. */
async function slow(
  what: string,
  kind: string,
  first: (host: string) => string,
  sends: boolean,
): Promise<void> {
  const server = await start(kind, upstream)
  await shoot(`${server.url}/token`, { ...asToken, amount: 50, connections: 1 })
  const before = await server.rss()
  const sockets: Socket[] = []
  let peak = before
  let left = 0
  const { port, host } = new URL(server.url)
  for (let index = 0; index < count; index += 1) {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(first(host)))
    socket.on('error', () => undefined)
    socket.on('close', () => (left += 1))
    if (!sends) socket.pause()
    sockets.push(socket)
    if (index % 100 === 0) await sleep(5)
  }
  for (let second = 0; second < 12; second += 1) {
    await sleep(1_000)
    if (sends && second % 2 === 0) for (const socket of sockets) if (socket.writable) socket.write('x')
    peak = Math.max(peak, await server.rss())
  }
  const answers = await shoot(`${server.url}/token`, { ...asToken, amount: 50, connections: 1 }).catch(
    () => undefined,
  )
  console.log(
    `${count} callers that ${what}: ${mb(before)} before, ${mb(peak)} at most; ${left} were cut off by second 12; another caller waits ${answers?.latency.p99 ?? '?'} ms (p99).`,
  )
  for (const socket of sockets) socket.destroy()
  server.process.kill('SIGKILL')
}

async function slowCallers(): Promise<void> {
  const head = (method: string, path: string, more: string) => (host: string) =>
    `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\norigin: ${page}\r\nx-relay: 1\r\ncontent-type: application/json\r\n${more}`
  const headers = head('POST', '/token', 'x-slow: ')
  const body = head('POST', '/token', 'content-length: 900\r\n\r\n{')
  const reading = head('GET', snapshotPath, '\r\n')
  await slow('send their headers slowly', 'plain', headers, true)
  await slow('send their bodies slowly', 'plain', body, true)
  await slow('read nothing of a snapshot, 500 of them served at a time', 'usual', reading, false)
  await slow('read nothing of a snapshot, all of them served', 'plain', reading, false)
}

/** Limits alone, in one minute of their clock. */
function clientLoads(): void {
  const large = { perOrigin: 4_400_000, all: 4_400_000 }
  const million = { limits: large, readers: 1_000_000, offices: 2_000 }
  const reported = (what: string, asked: ManyClients) => {
    const { readersRefused, officesRefused, attacksPassed, cost, heapBytes, bufferBytes } = manyClients(asked)
    console.log(
      `${what}: ${readersRefused} of ${asked.readers} readers refused, ${officesRefused} of ${100 * (asked.offices ?? 0)} requests of offices; ${attacksPassed} of ${asked.attacks ?? 0} attacks pass. ${mb(heapBytes)} of heap and ${mb(bufferBytes)} of buffers; ${cost.toFixed(1)} µs a request.`,
    )
  }
  console.log('A minute of limits; of readers four of ten have IPv4, an office asks a hundred times:')
  reported('A million, perOrigin and all 4,400,000', million)
  for (const [name, attack] of Object.entries(attackers)) {
    reported(`A million beside ${name}, the same limits`, { ...million, attack, attacks: 2_000_000 })
    for (const readers of [500, 14_000])
      reported(`${readers} beside ${name}, by default`, {
        limits: undefined,
        readers,
        attack,
        attacks: 200_000,
      })
  }
  reported('14,000, by default', { limits: undefined, readers: 14_000 })
}

/** Readers one after the other beside callers that take all 100 slots and read nothing. */
async function besideSlowReaders(count: number, addresses: number): Promise<void> {
  const server = await start('shared', upstream)
  const proxy = `${server.url}/content`
  const slowOnes = slowReaders(proxy, count, (n) => `10.0.0.${n % addresses}`)
  const began = performance.now()
  while (slowOnes.holding < 100) await sleep(50)
  const held = (performance.now() - began) / 1000
  const waited: Waited[] = []
  for (let reader = 0; reader < 10; reader += 1)
    waited.push(await honestReader(proxy, `203.0.113.${reader}`, 90_000))
  const seconds = (of: (reader: Waited) => number | undefined) =>
    waited.map((reader) => ((of(reader) ?? Infinity) / 1000).toFixed(1)).join(' ')
  console.log(
    `${count} connections of ${addresses} addresses that read nothing hold 100 slots after ${held.toFixed(1)} s. Ten readers, one after the other, wait for their first byte ${seconds(({ firstByteMs }) => firstByteMs)} s, and for the last of 5 MB ${seconds(({ lastByteMs }) => lastByteMs)} s; they were refused ${waited.map(({ refusals }) => refusals).join(' ')} times.`,
  )
  slowOnes.stop()
  server.process.kill('SIGKILL')
}

/** Requests a second of the worst trouble in `packages/waraq/SERVICE.md`, each of another device. */
const peakOfMillion = 950

/**
 * The devices of a million pages at processes behind a balancer, by themselves and with nothing to hold them back. The balancer and
 * what sends the requests are this process, which shares the machine with the relays.
 */
async function devicesAt(processes: number): Promise<number> {
  const own = await startIssuer()
  const redis = await startRedis()
  const relays = await Promise.all(
    Array.from({ length: processes }, () =>
      startRelayProcess({
        WARAQ_AUTH_URL: own.url,
        WARAQ_PUBLIC: '1',
        WARAQ_TRUSTED_PROXIES: '1',
        WARAQ_LIMIT_PER_ORIGIN: '10000000',
        WARAQ_LIMIT: '10000000',
        ...(processes > 1 ? { WARAQ_REDIS_URL: redis.url } : {}),
      }),
    ),
  )
  const balancer = await startBalancer(relays.map(({ tokens }) => new URL(tokens).origin))
  let device = 0
  const drive = (more: Partial<autocannon.Options>) =>
    shoot(balancer.url + new URL(relays[0]!.tokens).pathname, {
      ...more,
      requests: [
        {
          ...asToken,
          setupRequest: (request) => {
            device += 1
            const address = `10.${(device >> 16) & 255}.${(device >> 8) & 255}.${device & 255}`
            return { ...request, headers: { ...request.headers, 'x-forwarded-for': address } }
          },
        } as autocannon.Request,
      ],
    })
  await drive({ amount: 50 * processes })
  let reached = 0
  for (const [what, more] of [
    [`${peakOfMillion}/s are asked for`, { overallRate: peakOfMillion }],
    ['as many as get through', {}],
  ] as const) {
    const { requests, latency, non2xx, errors } = await drive(more)
    console.log(
      `  ${processes} behind a balancer, ${what}: ${requests.average.toFixed(0)}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms; ${non2xx} refused, ${errors} errors; the issuer was asked ${own.asked.length} times since the start`,
    )
    reached = requests.average
  }
  await balancer.close()
  await Promise.all(relays.map((relay) => relay.end('SIGKILL')))
  await Promise.all([redis.stop(), own.close()])
  return reached
}

async function devices(): Promise<void> {
  console.log('Tokens of devices with an address each:')
  const [one, ten] = [await devicesAt(1), await devicesAt(10)]
  console.log(`  ten processes on this machine serve ${(ten / one).toFixed(2)} of what one does`)
}

try {
  const wanted = process.env['WARAQ_MEASURE'] ?? 'throughput issuer slow clients readers devices'
  if (wanted.includes('throughput')) await throughput()
  if (wanted.includes('issuer')) {
    await issuerDown('down')
    await issuerDown('hanging')
  }
  if (wanted.includes('slow')) await slowCallers()
  if (wanted.includes('clients')) clientLoads()
  if (wanted.includes('devices')) await devices()
  if (wanted.includes('readers')) {
    await besideSlowReaders(104, 7)
    await besideSlowReaders(100, 100)
  }
} finally {
  for (const child of running) child.kill('SIGKILL')
  await Promise.all([closed(service), issuer.close()])
}
