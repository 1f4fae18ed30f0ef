import { describe, expect, it } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { Heartbeat } from './heartbeat.ts'
import { sleepAwake } from '../client/waits.ts'

/** The timers of a page. After a freeze, timers that came due meanwhile fire at once; timers that these start begin then. */
class PageClock extends VirtualClock {
  readonly #due = new Set<() => void>()

  /** Timers that are neither over nor cancelled. */
  override get pending(): number {
    return this.#due.size
  }

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    let fire = (): void => undefined
    const thawed = new Promise<void>((resolve) => (fire = resolve))
    this.#due.add(fire)
    try {
      await Promise.race([super.sleep(ms, signal), thawed])
    } finally {
      this.#due.delete(fire)
    }
  }

  async freezeAndThaw(): Promise<void> {
    for (const fire of this.#due) fire()
    await settle()
  }
}

async function passed(work: Promise<unknown>): Promise<boolean> {
  let done = false
  work.then(
    () => (done = true),
    () => (done = true),
  )
  await settle()
  return done
}

const never = new AbortController().signal

describe('waiting for time awake', () => {
  it('takes the whole time', async () => {
    const clock = new PageClock()
    const wait = sleepAwake(clock, 8_000, never)
    await clock.advance(7_999)
    expect(await passed(wait)).toBe(false)
    await clock.advance(1)
    expect(await passed(wait)).toBe(true)
  })

  it('loses one slice to a freeze, however long that was', async () => {
    const clock = new PageClock()
    const wait = sleepAwake(clock, 8_000, never)
    await clock.freezeAndThaw()
    await clock.advance(6_999)
    expect(await passed(wait)).toBe(false)
    await clock.advance(1)
    expect(await passed(wait)).toBe(true)
  })

  it('ends with its signal and leaves no timer', async () => {
    const clock = new PageClock()
    const controller = new AbortController()
    const wait = sleepAwake(clock, 8_000, controller.signal)
    controller.abort(new Error('enough'))
    await expect(wait).rejects.toThrow('enough')
    await settle()
    expect(clock.pending).toBe(0)
  })
})

describe('the heartbeat', () => {
  function heart(clock: PageClock) {
    const asked: (() => void)[] = []
    const seen = { asked, silences: 0 }
    const heartbeat = new Heartbeat({
      pingMs: 10_000,
      clock,
      ping: () => new Promise<void>((answer) => asked.push(answer)),
      onSilence: () => (seen.silences += 1),
    })
    return { heartbeat, seen }
  }

  it('asks after a quarter, and again a whole after each answer', async () => {
    const clock = new PageClock()
    const { heartbeat, seen } = heart(clock)
    heartbeat.start()
    heartbeat.start()
    await clock.advance(2_499)
    expect(seen.asked).toHaveLength(0)
    await clock.advance(1)
    expect(seen.asked).toHaveLength(1)
    await clock.advance(19_999)
    seen.asked[0]!()
    await clock.advance(9_999)
    expect(seen.asked).toHaveLength(1)
    await clock.advance(1)
    expect(seen.asked).toHaveLength(2)
    expect(seen.silences).toBe(0)
  })

  it('a worker silent for two pings is hung, told once', async () => {
    const clock = new PageClock()
    const { heartbeat, seen } = heart(clock)
    heartbeat.start()
    await clock.advance(22_499)
    expect(seen.silences).toBe(0)
    await clock.advance(1)
    expect(seen.silences).toBe(1)
    await clock.advance(1_000_000)
    expect(seen).toMatchObject({ silences: 1, asked: { length: 1 } })
  })

  it('a freeze is not silence', async () => {
    const clock = new PageClock()
    const { heartbeat, seen } = heart(clock)
    heartbeat.start()
    await clock.advance(2_500)
    expect(seen.asked).toHaveLength(1)
    await clock.freezeAndThaw()
    await clock.advance(17_499)
    expect(seen.silences).toBe(0)
    await clock.advance(1)
    expect(seen.silences).toBe(1)
  })

  it('stops, and leaves no timer', async () => {
    const clock = new PageClock()
    const { heartbeat, seen } = heart(clock)
    heartbeat.start()
    await clock.advance(3_000)
    heartbeat.stop()
    await clock.advance(100_000)
    expect(seen).toMatchObject({ silences: 0, asked: { length: 1 } })
    expect(clock.pending).toBe(0)
    heartbeat.start()
    await clock.advance(2_500)
    expect(seen.asked).toHaveLength(2)
  })
})
