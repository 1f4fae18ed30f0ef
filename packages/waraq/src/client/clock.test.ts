import { isAbort } from '@waraq/protocol'
import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { failure } from '@waraq/test-support/failure'
import { systemClock } from './clock.ts'

test('sleep ends by itself, or at once when it is cancelled', async () => {
  const controller = new AbortController()
  await systemClock.sleep(1, controller.signal)
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
  const sleep = failure(systemClock.sleep(2 ** 40, controller.signal))
  controller.abort()
  expect(isAbort(await sleep)).toBe(true)
  expect(isAbort(await failure(systemClock.sleep(0, controller.signal)))).toBe(true)
})

test('monotonic time moves on', async () => {
  const before = systemClock.monotonic()
  await systemClock.sleep(2)
  expect(systemClock.monotonic()).toBeGreaterThan(before)
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(1_000)
})
