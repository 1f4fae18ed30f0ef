import { expect, test } from 'vitest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { within } from './deadline.ts'

const never = () => new Promise<never>(() => undefined)

test('what comes in time is what it is, and nothing waits on', async () => {
  const clock = new VirtualClock()
  expect(await within(clock, 100, () => 'now')).toBe('now')
  expect(await within(clock, 100, async () => 'soon')).toBe('soon')
  expect([clock.monotonic(), clock.pending]).toEqual([0, 0])
})

test('what throws or rejects does so', async () => {
  const clock = new VirtualClock()
  const throwing = () => {
    throw new Error('thrown')
  }
  await expect(within(clock, 100, throwing)).rejects.toThrow('thrown')
  await expect(within(clock, 100, async () => throwing())).rejects.toThrow('thrown')
  expect(clock.pending).toBe(0)
})

test('what is late is late, and may fail as it likes', async () => {
  const clock = new VirtualClock()
  await expect(clock.run(within(clock, 100, never))).rejects.toThrow('late')
  expect(clock.monotonic()).toBe(100)
  const failing = async () => {
    await clock.sleep(200)
    throw new Error('much later')
  }
  await expect(clock.run(within(clock, 100, failing))).rejects.toThrow('late')
  await clock.advance(200)
})
