import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, it, vi } from 'vitest'
import { Throttle } from './throttle.ts'

describe('work that is asked for', () => {
  it('is done at once', () => {
    let done = 0
    const throttle = new Throttle(new VirtualClock(), () => done++)
    throttle.ask()
    expect(done).toBe(1)
  })

  it('is done once more for all that asked while it was done', async () => {
    let begun = 0
    let finish = (): void => undefined
    const throttle = new Throttle(new VirtualClock(), () => {
      begun++
      return new Promise<void>((resolve) => (finish = resolve))
    })
    for (let count = 0; count < 1_000; count++) throttle.ask()
    await settle()
    expect(begun).toBe(1)
    finish()
    await settle()
    expect(begun).toBe(2)
    finish()
    await settle()
    expect(begun).toBe(2)
  })

  it('is done a few times in a second where it is asked for without end, and the last one is not lost', async () => {
    const clock = new VirtualClock()
    let done = 0
    const throttle = new Throttle(clock, () => done++)
    const flood = async (seconds: number) => {
      for (let ms = 0; ms < seconds * 1_000; ms += 10) {
        throttle.ask()
        await clock.advance(10)
      }
    }
    await flood(1)
    expect(done).toBeGreaterThanOrEqual(20)
    expect(done).toBeLessThanOrEqual(25)
    const before = done
    await flood(10)
    expect(done - before).toBeGreaterThanOrEqual(39)
    expect(done - before).toBeLessThanOrEqual(41)
    throttle.ask()
    const last = done
    await clock.advance(500)
    expect(done).toBe(last + 1)
    // After a rest, work is done at once again.
    await clock.advance(10_000)
    for (let count = 1; count <= 20; count++) {
      throttle.ask()
      await settle()
      expect(done).toBe(last + 1 + count)
    }
  })

  it('is done no more once that is over', async () => {
    const clock = new VirtualClock()
    const over = new AbortController()
    let done = 0
    const throttle = new Throttle(clock, () => done++, over.signal)
    for (let count = 0; count < 100; count++) {
      throttle.ask()
      await settle()
    }
    const before = done
    over.abort()
    await clock.advance(10_000)
    throttle.ask()
    await settle()
    expect(done).toBe(before)
  })

  it('is not begun while the browser has frozen the page, and is done once it goes on', async () => {
    const document = new EventTarget()
    vi.stubGlobal('document', document)
    let done = 0
    const throttle = new Throttle(new VirtualClock(), () => done++)
    vi.unstubAllGlobals()
    for (const turn of [1, 2]) {
      document.dispatchEvent(new Event('freeze'))
      for (let count = 0; count < 5; count++) throttle.ask()
      await settle()
      expect(done).toBe(turn - 1)
      document.dispatchEvent(new Event('resume'))
      await settle()
      expect(done).toBe(turn)
    }
  })
})
