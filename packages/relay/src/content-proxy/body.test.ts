import { expect, test } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { received } from '../received-body.ts'
import { delivered } from './body.ts'
import { gzipped } from './compression.ts'
import { createThroughput } from './throughput.ts'
import { countedBody, secret } from './proxy.test-support.ts'

type Body = ReadableStream<Uint8Array>

function bench(body: Body, { mostBytes = 1e6, zips = false } = {}) {
  const clock = new VirtualClock()
  const over = new AbortController()
  const broken: string[] = []
  const throughput = createThroughput(clock)
  const plain = received(body, { clock, idleMs: 30_000, mostBytes })
  const stream = delivered(zips ? gzipped(plain) : plain, {
    clock,
    totalMs: 3_600_000,
    takenMs: 60_000,
    throughput,
    over,
    onBroken: () => broken.push('broken'),
  })
  return { clock, over, broken, throughput, stream, reader: stream.getReader() }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number> {
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return bytes
    bytes += value.byteLength
  }
}

/** A body that gives its parts one by one, each after some time. */
function slowly(clock: () => VirtualClock, ms: number, parts: readonly Uint8Array[]): Body {
  const left = [...parts]
  return new ReadableStream(
    {
      pull: async (controller) => {
        await clock().sleep(ms)
        const part = left.shift()
        if (part) controller.enqueue(part)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

test('a whole body passes, and ends what it held', async () => {
  const { reported, response } = countedBody(5)
  const { clock, over, broken, reader } = bench(response().body!)
  expect(await readAll(reader)).toBe(5 * 1024)
  expect([reported.cancelled, over.signal.aborted, broken, clock.pending]).toEqual([false, true, [], 0])
})

test.each([
  [false, 1],
  [true, 64],
])('nothing is read ahead of a caller that reads nothing (compressed: %s)', async (zips, most) => {
  const { reported, response } = countedBody(10_000)
  const { reader, over } = bench(response().body!, { zips, mostBytes: 1e9 })
  await settle()
  expect(reported.pulls).toBe(0)
  for (let reads = 1; reads <= 10; reads += 1) {
    await reader.read()
    await settle()
    expect(reported.pulls).toBeLessThanOrEqual(reads * most)
  }
  await reader.cancel()
  await settle()
  expect([reported.cancelled, over.signal.aborted]).toEqual([true, true])
})

test.each([false, true])('silence of 30 s breaks it off (compressed: %s)', async (zips) => {
  const { reported, response } = countedBody(2, 'hang')
  const { clock, over, broken, reader } = bench(response().body!, { zips })
  await expect(clock.run(readAll(reader))).rejects.toThrow('The answer broke off.')
  expect([clock.monotonic(), over.signal.aborted, broken]).toEqual([30_000, true, ['broken']])
  await settle()
  expect([reported.cancelled, clock.pending]).toEqual([true, 0])
})

test('bytes now and then keep it alive; empty chunks do not', async () => {
  const byte = new Uint8Array(1)
  const alive = bench(slowly(() => alive.clock, 29_999, [byte, byte, byte]))
  expect(await alive.clock.run(readAll(alive.reader))).toBe(3)
  const empty = new Uint8Array(0)
  const idle = bench(slowly(() => idle.clock, 10_000, [byte, empty, empty, empty, byte]))
  await expect(idle.clock.run(readAll(idle.reader))).rejects.toThrow('broke off')
  expect(idle.clock.monotonic()).toBe(40_000)
})

test.each([false, true])(
  'a body that breaks is told by nothing of its own (compressed: %s)',
  async (zips) => {
    const { response } = countedBody(2, 'break')
    const { clock, over, broken, reader } = bench(response().body!, { zips })
    const error = await readAll(reader).catch((thrown: unknown) => thrown)
    expect(String(error)).toBe('Error: The answer broke off.')
    expect(String(error)).not.toContain(secret)
    expect([over.signal.aborted, broken, clock.pending]).toEqual([true, ['broken'], 0])
  },
)

test('bytes beyond the most break it off', async () => {
  const { reported, response } = countedBody(1_000)
  const { broken, reader } = bench(response().body!, { mostBytes: 10 * 1024 })
  await expect(readAll(reader)).rejects.toThrow('broke off')
  expect([reported.pulls, broken]).toEqual([11, ['broken']])
})

test('a caller that takes nothing for a minute is let go, and that is no fault of the service', async () => {
  const { reported, response } = countedBody(1_000)
  const { clock, over, broken, reader } = bench(response().body!)
  await clock.advance(59_999)
  await reader.read()
  await clock.advance(59_999)
  expect(over.signal.aborted).toBe(false)
  await clock.advance(1)
  expect(over.signal.aborted).toBe(true)
  await expect(reader.read()).rejects.toThrow('broke off')
  expect([reported.cancelled, broken, clock.pending]).toEqual([true, [], 0])
})

test('its throughput is what its caller takes, not what the service gives', async () => {
  const parts = Array.from({ length: 3 }, () => new Uint8Array(64_000))
  const { clock, throughput, reader } = bench(slowly(() => clock, 20_000, parts))
  await clock.run(reader.read())
  expect(throughput.behindMs()).toBe(0)
  await clock.advance(12_000)
  expect([throughput.behindMs(), throughput.isSlow()]).toEqual([12_000, true])
  await clock.run(readAll(reader))
  expect(throughput.behindMs()).toBe(0)
})

test('an hour is the end, however steadily it trickles', async () => {
  const bytes = Array.from({ length: 1_000 }, () => new Uint8Array(1))
  const { clock, over, reader } = bench(slowly(() => clock, 29_000, bytes))
  await expect(clock.run(readAll(reader))).rejects.toThrow('broke off')
  expect([clock.monotonic(), over.signal.aborted]).toEqual([3_600_000, true])
})

test('what is over before it begins is not begun', async () => {
  const { reported, response } = countedBody(3)
  const clock = new VirtualClock()
  const over = new AbortController()
  over.abort()
  const options = {
    clock,
    totalMs: 1,
    takenMs: 1,
    throughput: createThroughput(clock),
    over,
    onBroken: () => undefined,
  }
  const stream = delivered(response().body!, options)
  await expect(stream.getReader().read()).rejects.toThrow('broke off')
  expect([reported, clock.pending]).toEqual([{ pulls: 0, cancelled: true }, 0])
})
