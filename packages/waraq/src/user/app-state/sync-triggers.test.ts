import { WaraqError } from '@waraq/protocol'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { afterEach, expect, it } from 'vitest'
import { SyncTriggers } from './sync-triggers.ts'

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
})

/** When it ran, in milliseconds since it began, and what each run gives; null by itself. */
function bench(...outcomes: (number | WaraqError)[]) {
  const clock = new VirtualClock()
  const ran: number[] = []
  const end = new AbortController()
  ends.push(end)
  const triggers = new SyncTriggers({
    run: async () => {
      ran.push(clock.elapsed)
      const outcome = outcomes.shift()
      if (outcome instanceof WaraqError) throw outcome
      return { next: outcome === undefined ? null : clock.now() + outcome }
    },
    debounceMs: 2_000,
    clock,
    random: () => 0.5,
    signal: end.signal,
  })
  return { clock, ran, end, triggers }
}
const passing = new WaraqError({ code: 'network', message: '', retryable: true })
const lasting = new WaraqError({ code: 'forbidden', message: '' })

it('runs at the start, and once writes have paused', async () => {
  const { clock, ran, triggers } = bench()
  triggers.begin()
  await clock.advance(1_000)
  triggers.written()
  await clock.advance(1_500)
  triggers.written()
  await clock.advance(10_000)
  expect(ran).toEqual([0, 4_500])
})

it('runs again when what had not been quiet has', async () => {
  const { clock, ran, triggers } = bench(-500)
  triggers.begin()
  await clock.advance(10_000)
  expect(ran).toEqual([0, 1_500])
})

it('tries again after a failure that may pass, later each time, and a write ends no such wait', async () => {
  const { clock, ran, triggers } = bench(passing, passing)
  triggers.begin()
  await clock.advance(100)
  triggers.written()
  await clock.advance(60_000)
  expect(ran).toEqual([0, 2_500, 7_500])
})

it('does not try again what lasts, until something is written', async () => {
  const { clock, ran, triggers } = bench(lasting)
  triggers.begin()
  await clock.advance(3_600_000)
  expect(ran).toEqual([0])
  triggers.written()
  await clock.advance(2_000)
  expect(ran).toEqual([0, 3_602_000])
})

it('runs when the network is back, at once', async () => {
  const events = new EventTarget()
  const { addEventListener, removeEventListener } = globalThis
  Object.assign(globalThis, {
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  })
  try {
    const { clock, ran, triggers, end } = bench(passing)
    triggers.begin()
    await clock.advance(10)
    events.dispatchEvent(new Event('online'))
    await clock.advance(100_000)
    expect(ran).toEqual([0, 10])
    // However often that is told: while one runs, one more waits.
    for (let time = 0; time < 10; time++) events.dispatchEvent(new Event('online'))
    await clock.advance(0)
    expect(ran).toEqual([0, 10, 100_010])
    ran.length = 2
    end.abort()
    events.dispatchEvent(new Event('online'))
    await clock.advance(100_000)
    expect(ran).toEqual([0, 10])
  } finally {
    Object.assign(globalThis, { addEventListener, removeEventListener })
  }
})

it('does nothing where it was not begun, and no more once it is over', async () => {
  const { clock, ran, triggers, end } = bench()
  triggers.written()
  await clock.advance(10_000)
  triggers.begin()
  await clock.advance(0)
  triggers.written()
  end.abort()
  await clock.advance(10_000)
  expect([ran, clock.pending]).toEqual([[10_000], 0])
})
