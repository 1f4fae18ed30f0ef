import { describe, expect, test } from 'vitest'
import { failure } from './failure.ts'
import { settle } from './at-rest.ts'
import { VirtualClock, type Owner } from './virtual-clock.ts'

/** Names of what fired, in order. */
function noting(clock: VirtualClock) {
  const fired: string[] = []
  const after = (ms: number, name: string, owner: Owner | null = null) =>
    clock.after(ms, owner, () => fired.push(`${name}@${clock.elapsed}`))
  return { fired, after }
}

function tab(): { state: Owner['state'] } {
  return { state: 'alive' }
}

describe('time', () => {
  test('stands still until it is told to move', async () => {
    const clock = new VirtualClock(1_000)
    await settle()
    expect([clock.now(), clock.monotonic()]).toEqual([1_000, 0])
    await clock.advance(5)
    expect([clock.now(), clock.monotonic()]).toEqual([1_005, 5])
  })

  test("never goes back, though the device's clock may", async () => {
    const clock = new VirtualClock(1_000)
    await clock.advance(10)
    clock.jump(-500)
    expect([clock.now(), clock.monotonic()]).toEqual([510, 10])
  })

  test('moves from timer to timer, in order, and equal ones in the order in which they were asked for', async () => {
    const clock = new VirtualClock()
    const { fired, after } = noting(clock)
    after(3, 'c')
    after(1, 'a')
    after(3, 'd')
    after(2, 'b')
    after(9, 'later')
    await clock.advance(5)
    expect(fired).toEqual(['a@1', 'b@2', 'c@3', 'd@3'])
    expect([clock.elapsed, clock.pending]).toEqual([5, 1])
  })

  test('lets what a timer starts happen before the next one', async () => {
    const clock = new VirtualClock()
    const { fired, after } = noting(clock)
    after(3, 'last')
    void clock.sleep(1).then(() => after(1, 'begun'))
    await clock.advance(5)
    expect(fired).toEqual(['begun@2', 'last@3'])
  })

  test('steps one timer, and no further than it is told', () => {
    const clock = new VirtualClock()
    const { fired, after } = noting(clock)
    after(-1, 'at once')
    after(7, 'late')
    expect([clock.step(), clock.step(6), clock.elapsed]).toEqual([true, false, 0])
    expect([clock.step(), clock.step(), clock.elapsed]).toEqual([true, false, 7])
    expect(fired).toEqual(['at once@0', 'late@7'])
  })

  test('does not go back for a timer that was passed over', () => {
    const clock = new VirtualClock()
    const { fired, after } = noting(clock)
    after(1, 'passed')
    clock.elapsed = 50
    expect(clock.step()).toBe(true)
    expect(fired).toEqual(['passed@50'])
  })
})

describe('sleeping', () => {
  test('ends in time', async () => {
    const clock = new VirtualClock()
    expect(await clock.run(clock.sleep(60_000).then(() => clock.elapsed))).toBe(60_000)
  })

  test('ends with its signal, and leaves no timer', async () => {
    const clock = new VirtualClock()
    const caller = new AbortController()
    const sleeping = failure(clock.sleep(5, caller.signal))
    const reason = new Error('enough')
    caller.abort(reason)
    expect(await sleeping).toBe(reason)
    expect(await failure(clock.sleep(5, caller.signal))).toBe(reason)
    expect(clock.pending).toBe(0)
  })

  test('that is over hears of its signal no more', async () => {
    const clock = new VirtualClock()
    const caller = new AbortController()
    const slept = clock.sleep(5, caller.signal)
    await clock.advance(5)
    caller.abort()
    await slept
  })
})

test('work that never ends is told of', async () => {
  const clock = new VirtualClock()
  const again = (): void => void clock.after(1, null, again)
  again()
  expect((await failure(clock.run(new Promise(() => undefined)))).message).toBe('The work does not end')
})

test('a timer that is taken back does not fire', () => {
  const clock = new VirtualClock()
  const { fired, after } = noting(clock)
  const takeBack = after(1, 'x')
  takeBack()
  expect([clock.step(), fired.length, clock.pending]).toEqual([false, 0, 0])
})

describe('a tab', () => {
  test('shares time with the others', async () => {
    const clock = new VirtualClock(1_000)
    const own = clock.of(tab())
    const slept = own.sleep(5).then(() => 'awake')
    await clock.advance(5)
    expect([await slept, own.now(), own.monotonic()]).toEqual(['awake', 1_005, 5])
  })

  test('that is frozen sleeps on until it thaws', () => {
    const clock = new VirtualClock()
    const { fired, after } = noting(clock)
    const frozen = tab()
    after(1, 'frozen', frozen)
    after(2, 'other')
    frozen.state = 'frozen'
    expect([clock.step(), clock.step()]).toEqual([true, false])
    frozen.state = 'alive'
    expect(clock.step()).toBe(true)
    expect(fired).toEqual(['other@2', 'frozen@2'])
  })

  test('that is dead never wakes', async () => {
    const clock = new VirtualClock()
    const dying = tab()
    let woke = false
    void clock
      .of(dying)
      .sleep(1)
      .then(() => (woke = true))
    dying.state = 'dead'
    await clock.advance(10)
    expect([woke, clock.pending]).toEqual([false, 0])
  })
})
