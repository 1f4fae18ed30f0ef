/** A content proxy, all of whose slots are taken by callers that read nothing, over real sockets. */
import { startRelay, type RunningRelay } from '@waraq/relay/node'
import type { RelayLogEntry } from '@waraq/relay'
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closed, listening, page, startIssuer, type Issuer } from './processes.ts'
import { honestReader, slowReaders, type SlowReaders } from './slow-readers.ts'

/** More than the buffers of sockets on the way take in. */
const snapshot = Buffer.from(JSON.stringify({ records: 'x'.repeat(8_000_000) }))
/** As by default there are 500 for all: `pnpm measure:relay` takes those. */
const mostConcurrent = { all: 50, perClient: 16 }

let issuer: Issuer
let service: Server
let relay: RunningRelay
let attackers: SlowReaders | undefined
const log: RelayLogEntry[] = []

beforeEach(async () => {
  log.length = 0
  issuer = await startIssuer()
  service = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': snapshot.length })
    response.end(snapshot)
  })
  relay = await startRelay({
    modes: ['proxy'],
    authUrl: issuer.url,
    contentRoot: `http://127.0.0.1:${await listening(service)}/content`,
    clientId: 'client-1',
    clientSecret: 'secret',
    allowedOrigins: [page],
    authorize: 'everyone',
    mostConcurrent,
    trustedProxies: 1,
    port: 0,
    log: (entry) => log.push(entry),
  })
})
afterEach(async () => {
  attackers?.stop()
  await Promise.all([relay.close(), issuer.close(), closed(service)])
})

test('52 connections of four addresses keep no reader waiting, who gets all of it', async () => {
  attackers = slowReaders(relay.proxy, 52, (n) => `10.0.0.${n % 4}`)
  await expect.poll(() => attackers!.holding).toBe(50)
  for (const address of ['203.0.113.1', '203.0.113.2', '2001:db8::1']) {
    const { refusals, bytes } = await honestReader(relay.proxy, address, 1_000)
    expect([refusals, bytes]).toEqual([0, snapshot.length])
  }
  expect(log).toContainEqual(expect.objectContaining({ event: 'preempted' }))
})

test('50 connections of as many addresses keep a reader waiting until they are slow, not for a minute', async () => {
  attackers = slowReaders(relay.proxy, 50, (n) => `10.0.0.${n}`)
  await expect.poll(() => attackers!.holding).toBe(50)
  const { refusals, bytes } = await honestReader(relay.proxy, '203.0.113.1', 40_000)
  expect(bytes).toBe(snapshot.length)
  // It comes back every two seconds.
  expect(refusals).toBeLessThan(15)
})
