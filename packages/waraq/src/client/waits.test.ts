import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { getEventListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { abortedError } from './abort.ts'
import { beforeDeadline, sleepAwake, timedSignal, unlessAborted } from './waits.ts'

const never = new Promise<never>(() => undefined)
const listenersOf = ({ signal }: AbortController) => getEventListeners(signal, 'abort').length

describe('work that a signal may end the wait for', () => {
  test('takes what it comes to, and leaves no listener', async () => {
    const controller = new AbortController()
    const { signal } = controller
    await expect(unlessAborted(Promise.resolve(7), signal)).resolves.toBe(7)
    await expect(unlessAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
    await expect(unlessAborted(Promise.resolve(7), undefined)).resolves.toBe(7)
    expect(listenersOf(controller)).toBe(0)
  })
  test('ends with the reason of the signal, before or meanwhile', async () => {
    await expect(unlessAborted(never, AbortSignal.abort('before'))).rejects.toBe('before')
    const controller = new AbortController()
    const waiting = unlessAborted(never, controller.signal)
    controller.abort('meanwhile')
    await expect(waiting).rejects.toBe('meanwhile')
    expect(listenersOf(controller)).toBe(0)
  })
  test('ends with the error that is made of the signal', async () => {
    const waiting = unlessAborted(never, AbortSignal.abort(), abortedError)
    await expect(waiting).rejects.toMatchObject({ code: 'aborted', name: 'AbortError' })
  })
  test('that fails after the wait is no unhandled rejection', async () => {
    let fail: (error: Error) => void
    const work = new Promise<never>((_, reject) => (fail = reject))
    await expect(unlessAborted(work, AbortSignal.abort('before'))).rejects.toBe('before')
    fail!(new Error('later'))
    await new Promise((resolve) => setImmediate(resolve))
  })
})

describe('work with a deadline', () => {
  const late = (): never => {
    throw new Error('late')
  }

  test('that is done in time leaves no timer and no listener', async () => {
    const clock = new VirtualClock()
    const controller = new AbortController()
    const deadline = { clock, ms: 100, late, signal: controller.signal }
    await expect(beforeDeadline(Promise.resolve(7), deadline)).resolves.toBe(7)
    await expect(beforeDeadline(Promise.reject(new Error('no')), deadline)).rejects.toThrow('no')
    expect(listenersOf(controller)).toBe(0)
    expect(clock.pending).toBe(0)
  })
  test.each([true, false])('comes to what lateness comes to (awake: %s)', async (awake) => {
    const clock = new VirtualClock()
    const waiting = beforeDeadline(never, { clock, ms: 100, late, awake })
    waiting.catch(() => undefined)
    await clock.advance(99)
    expect(clock.pending).toBe(1)
    await clock.advance(1)
    await expect(waiting).rejects.toThrow('late')
    const given = beforeDeadline<number>(never, { clock, ms: 100, late: () => 7, awake })
    await clock.advance(100)
    await expect(given).resolves.toBe(7)
  })
  test('ends with its signal as cancelled', async () => {
    const clock = new VirtualClock()
    const controller = new AbortController()
    const waiting = beforeDeadline(never, { clock, ms: 100, late, signal: controller.signal })
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' })
    expect(clock.pending).toBe(0)
  })
})

test('a freeze spends one slice of a sleep only', async () => {
  const slept: number[] = []
  const clock = { sleep: async (ms: number) => void slept.push(ms) }
  await sleepAwake(clock, 800, new AbortController().signal)
  expect(slept).toEqual(Array.from({ length: 8 }, () => 100))
})

test('a timed signal is aborted after its time, unless it was cleared', async () => {
  const clock = new VirtualClock()
  const [kept, cleared] = [timedSignal(clock, 100), timedSignal(clock, 100)]
  cleared.clear()
  await clock.advance(100)
  expect([kept.signal.aborted, cleared.signal.aborted]).toEqual([true, false])
})
