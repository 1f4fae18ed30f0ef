import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { expect, test } from 'vitest'
import { createThroughput } from './throughput.ts'

const kilobyte = 1_000

/** After each wait the caller takes what it was offered before. */
async function throughputOf(steps: readonly { readonly ms: number; readonly bytes: number }[]) {
  const clock = new VirtualClock()
  const throughput = createThroughput(clock)
  for (const { ms, bytes } of steps) {
    throughput.offers(bytes)
    await clock.advance(ms)
    throughput.isTaken()
  }
  return { clock, throughput }
}

const times = (count: number, ms: number, bytes: number) =>
  Array.from({ length: count }, () => ({ ms, bytes }))

test.each([
  ['takes all at once', times(100, 0, 64 * kilobyte), 0],
  ['takes 8 kB a second', times(100, 1_000, 8 * kilobyte), 0],
  ['takes 10 kB a second, by large parts', times(20, 6_400, 64 * kilobyte), 0],
  ['takes 7 kB a second', times(16, 1_000, 7 * kilobyte), 2_000],
  ['takes 1 kB a second', times(16, 1_000, kilobyte), 14_000],
  ['was slow and is fast', [...times(16, 1_000, kilobyte), ...times(7, 0, 16 * kilobyte)], 0],
  ['was fast and is slow', [...times(100, 0, 64 * kilobyte), ...times(16, 1_000, kilobyte)], 14_000],
])('a caller that %s', async (_, steps, behindMs) => {
  const { throughput } = await throughputOf(steps)
  expect([throughput.behindMs(), throughput.isSlow()]).toEqual([behindMs, behindMs >= 10_000])
})

test('a caller that takes nothing is slow after ten seconds, whatever it took before', async () => {
  const { clock, throughput } = await throughputOf(times(100, 0, 64 * kilobyte))
  throughput.offers(64 * kilobyte)
  await clock.advance(9_999)
  expect(throughput.isSlow()).toBe(false)
  await clock.advance(1)
  expect(throughput.isSlow()).toBe(true)
})

test('the time in which the answer waits for the service is not its caller’s', async () => {
  const { clock, throughput } = await throughputOf([{ ms: 1_000, bytes: 0 }])
  await clock.advance(100_000)
  expect([throughput.behindMs(), throughput.isSlow()]).toEqual([1_000, false])
})
