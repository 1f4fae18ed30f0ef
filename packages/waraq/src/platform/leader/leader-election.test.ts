import { describe, expect, it, vi } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { fakeLocks } from '@waraq/test-support/locks'
import type { Locks } from '../locks/locks.ts'
import { ProcessLocks } from '../locks/process-locks.ts'
import { aliveMs } from './epoch.ts'
import { openLeaderElection, type LeaderWork } from './leader-election.ts'
import { StoredEpoch, type Leader } from './stored-epoch.test-support.ts'

/** Who has the leadership. The tabs share one device, each with a clock of its own: a tab whose clock stands still is frozen. */

function device(locks: Locks) {
  const stored = new StoredEpoch()
  return (leader: string) => {
    const clock = new VirtualClock()
    const election = openLeaderElection({
      epoch: stored.of(leader),
      lock: 'waraq:seat:writer',
      clock,
      random: () => 0.5,
      locks,
    })
    return {
      stored,
      clock,
      run: <T>(
        work: LeaderWork<Leader, T>,
        signal = new AbortController().signal,
        onWait = () => Promise.resolve(),
      ) => election.run(signal, work, onWait),
    }
  }
}

/** Work that goes on until it is told to end, or its signal does. */
function longWork() {
  let begun: Leader | undefined
  let end = (): void => undefined
  const work: LeaderWork<Leader, 'done'> = (leader, signal) =>
    new Promise((resolve, reject) => {
      begun = leader
      end = () => resolve('done')
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    })
  return { work, end: () => end(), epoch: () => begun?.epoch, leader: () => begun! }
}

/** Seconds pass for all of these tabs. */
async function pass(seconds: number, ...tabs: { readonly clock: VirtualClock }[]): Promise<void> {
  for (let second = 0; second < seconds; second++) for (const { clock } of tabs) await clock.advance(1_000)
}

/** Locks of browsers and of a process keep the same rules. */
describe.each([
  ['Web Locks', fakeLocks],
  ['the locks of a process', () => new ProcessLocks()],
])('with %s', (_, choose) => {
  it('one writes at a time, and the next one as soon as it has ended', async () => {
    const tab = device(choose())
    const [a, b] = [tab('a'), tab('b')]
    const [first, second] = [longWork(), longWork()]
    const turns = [a.run(first.work), b.run(second.work)]
    await settle()
    expect([first.epoch(), second.epoch()]).toEqual([1, undefined])
    first.end()
    await b.clock.advance(1_000)
    expect(second.epoch()).toBe(2)
    second.end()
    expect(await Promise.all(turns)).toEqual(['done', 'done'])
  })

  it('a writer that lives is waited for, however long it takes', async () => {
    const tab = device(choose())
    const [a, b] = [tab('a'), tab('b')]
    const [long, waiting] = [longWork(), longWork()]
    const turn = a.run(long.work)
    const next = b.run(waiting.work)
    await pass(120, a, b)
    expect(waiting.epoch()).toBeUndefined()
    long.end()
    expect(await turn).toBe('done')
    await b.clock.advance(1_000)
    waiting.end()
    expect(await next).toBe('done')
  })

  it('a frozen one is replaced in 35 s, and finds its epoch old when it thaws', async () => {
    const tab = device(choose())
    const [frozen, other] = [tab('a'), tab('b')]
    const [lost, taken] = [longWork(), longWork()]
    const turn = frozen.run(lost.work)
    turn.catch(() => undefined)
    await settle()
    const next = other.run(taken.work)
    await other.clock.advance(35_000)
    expect(taken.epoch()).toBe(2)
    expect(() => frozen.stored.check(lost.leader())).toThrow(
      expect.objectContaining({ code: 'writer_superseded' }),
    )
    await frozen.clock.advance(10_000)
    await expect(turn).rejects.toMatchObject({ code: 'writer_superseded', retryable: true })
    taken.end()
    expect(await next).toBe('done')
  })

  it('a caller that gives up leaves the queue, and no other waits for it', async () => {
    const tab = device(choose())
    const [a, b, c] = [tab('a'), tab('b'), tab('c')]
    const [first, last] = [longWork(), longWork()]
    const turn = a.run(first.work)
    await settle()
    const caller = new AbortController()
    const given = b.run(() => Promise.reject(new Error('not reached')), caller.signal)
    given.catch(() => undefined)
    const next = c.run(last.work)
    await settle()
    caller.abort(new Error('the user pressed stop'))
    await expect(given).rejects.toThrowError('the user pressed stop')
    first.end()
    await turn
    await c.clock.advance(1_000)
    last.end()
    expect(await next).toBe('done')
  })

  it('work that fails gives the leadership up, with its own error', async () => {
    const tab = device(choose())
    const [a, b] = [tab('a'), tab('b')]
    await expect(a.run(() => Promise.reject(new Error('its own')))).rejects.toThrowError('its own')
    expect(await b.run(() => Promise.resolve('done'))).toBe('done')
  })

  it('a caller that has to wait is told before it waits, and one that need not is not', async () => {
    const tab = device(choose())
    const [a, b] = [tab('a'), tab('b')]
    const reported: string[] = []
    const long = longWork()
    const tell = (who: string) => () => Promise.resolve(void reported.push(who))
    const turn = a.run(long.work, undefined, tell('a'))
    await settle()
    expect(reported).toEqual([])
    const next = b.run(() => Promise.resolve('done'), undefined, tell('b'))
    const own = a.run(() => Promise.resolve('done'), undefined, tell('a again'))
    await settle()
    expect([...new Set(reported)].sort()).toEqual(['a again', 'b'])
    long.end()
    await b.clock.advance(1_000)
    await a.clock.advance(1_000)
    expect(await Promise.all([turn, next, own])).toEqual(['done', 'done', 'done'])
  })

  it('a heartbeat that storage refuses does not end the work', async () => {
    const tab = device(choose())
    const a = tab('a')
    const long = longWork()
    const turn = a.run(long.work)
    await settle()
    const refused = a.stored.refuse('heartbeat', 1)
    await a.clock.advance(10_000)
    expect(refused()).toBe(1)
    await a.clock.advance(10_000)
    expect(a.stored.latest.leaseUntil).toBe(a.clock.now() + aliveMs)
    long.end()
    expect(await turn).toBe('done')
  })

  it('one tab serialises its own calls, and a call that gives up is left out', async () => {
    const a = device(choose())('a')
    const [first, second] = [longWork(), longWork()]
    const turns = [a.run(first.work), a.run(second.work)]
    await settle()
    expect([first.epoch(), second.epoch()]).toEqual([1, undefined])
    const stopped = new Error('stopped')
    const given = a.run(() => Promise.reject(new Error('not reached')), AbortSignal.abort(stopped))
    await expect(given).rejects.toBe(stopped)
    first.end()
    await settle()
    expect(second.epoch()).toBe(2)
    second.end()
    expect(await Promise.all(turns)).toEqual(['done', 'done'])
  })

  it('a writer whose epoch was raised behind its back is told by its own heartbeat', async () => {
    const tab = device(choose())
    const a = tab('a')
    const long = longWork()
    const turn = a.run(long.work)
    turn.catch(() => undefined)
    await settle()
    await a.stored.of('x').claim()
    await a.clock.advance(10_000)
    await expect(turn).rejects.toMatchObject({ code: 'writer_superseded' })
  })
})

describe('with Web Locks', () => {
  it('a browser that never answers about its lock is waited for as long as the caller wants', async () => {
    const a = device({ request: () => new Promise(() => undefined) })('a')
    const caller = new AbortController()
    const turn = a.run(() => Promise.reject(new Error('not reached')), caller.signal)
    await settle()
    caller.abort(new Error('enough'))
    await expect(turn).rejects.toThrow('enough')
  })

  it('what is done at once leaves no heartbeat and writes nothing at its end', async () => {
    const a = device(fakeLocks())('a')
    const seen: number[] = []
    await a.run(async () => void seen.push(a.stored.latest.leaseUntil))
    const { writes } = a.stored
    await a.run(async () => void seen.push(a.stored.latest.leaseUntil))
    expect(a.stored.writes - writes).toBe(1)
    expect(seen).toEqual([0, 0])
    expect(a.stored.latest.epoch).toBe(2)
  })

  it('what took longer than a heartbeat says at its end that it has ended', async () => {
    const a = device(fakeLocks())('a')
    const long = longWork()
    const turn = a.run(long.work)
    await settle()
    await a.clock.advance(10_000)
    expect(a.stored.latest.leaseUntil).toBe(a.clock.now() + aliveMs)
    long.end()
    await turn
    expect(a.stored.latest.leaseUntil).toBe(0)
  })

  it('a heartbeat that cannot be read says nothing about the writer', async () => {
    const tab = device(fakeLocks())
    const [a, b] = [tab('a'), tab('b')]
    const [long, waiting] = [longWork(), longWork()]
    const turn = a.run(long.work)
    const next = b.run(waiting.work)
    await pass(12, a, b)
    const refused = b.stored.refuse('latest')
    await pass(40, b)
    expect(refused()).toBeGreaterThan(5)
    expect(waiting.epoch()).toBeUndefined()
    b.stored.refuseNothing()
    long.end()
    expect(await turn).toBe('done')
    await b.clock.advance(1_000)
    expect(waiting.epoch()).toBe(2)
    waiting.end()
    expect(await next).toBe('done')
  })

  it('a heartbeat that cannot be read says nothing about its writer', async () => {
    const tab = device(fakeLocks())
    const [a, b] = [tab('a'), tab('b')]
    const [first, second] = [longWork(), longWork()]
    const turn = a.run(first.work)
    await settle()
    const next = b.run(second.work)
    b.stored.refuse('latest')
    await b.clock.advance(120_000)
    expect(second.epoch()).toBeUndefined()
    b.stored.refuseNothing()
    first.end()
    await turn
    await settle()
    second.end()
    expect(await next).toBe('done')
  })

  it('a leader whose lock is stolen is told at once, not with its next heartbeat', async () => {
    const tab = device(fakeLocks())
    const [frozen, other] = [tab('a'), tab('b')]
    const turn = frozen.run(longWork().work)
    turn.catch(() => undefined)
    await settle()
    const taken = longWork()
    const next = other.run(taken.work)
    await other.clock.advance(35_000)
    expect(taken.epoch()).toBe(2)
    await expect(turn).rejects.toMatchObject({ code: 'writer_superseded' })
    taken.end()
    expect(await next).toBe('done')
  })

  it('of those who wait behind a frozen tab one takes over, and the others wait for that one', async () => {
    const tab = device(fakeLocks())
    const [frozen, b, c] = [tab('a'), tab('b'), tab('c')]
    const turn = frozen.run(longWork().work)
    turn.catch(() => undefined)
    await settle()
    const [second, third] = [longWork(), longWork()]
    const next = [b.run(second.work), c.run(third.work)]
    await b.clock.advance(40_000)
    expect(second.epoch()).toBe(2)
    await c.clock.advance(25_000)
    // c now sees a new heartbeat, so it begins to count anew.
    await b.clock.advance(10_000)
    await c.clock.advance(20_000)
    expect(third.epoch()).toBeUndefined()
    second.end()
    await settle()
    third.end()
    expect(await Promise.all(next)).toEqual(['done', 'done'])
  })

  it('two that find a frozen tab at the same moment do not rob each other', async () => {
    const tab = device(fakeLocks())
    const [frozen, b, c] = [tab('a'), tab('b'), tab('c')]
    const turn = frozen.run(longWork().work)
    turn.catch(() => undefined)
    await settle()
    const [second, third] = [longWork(), longWork()]
    const next = [b.run(second.work), c.run(third.work)]
    // Both have one look left before they take over.
    for (const { clock } of [b, c]) await clock.advance(30_500)
    await Promise.all([b.clock.advance(2_000), c.clock.advance(2_000)])
    expect([second.epoch(), third.epoch()].filter(Boolean)).toEqual([2])
    const [first, last] = second.epoch() ? [second, third] : [third, second]
    first.end()
    await settle()
    expect(last.epoch()).toBe(3)
    last.end()
    expect(await Promise.all(next)).toEqual(['done', 'done'])
  })

  it('behind a silent writer of a newer format there is nothing to wait for', async () => {
    const tab = device(fakeLocks())
    const [frozen, b] = [tab('a'), tab('b')]
    frozen.run(longWork().work).catch(() => undefined)
    await settle()
    frozen.stored.isOfNewerFormat = true
    const next = b.run(longWork().work)
    next.catch(() => undefined)
    await b.clock.advance(35_000)
    await expect(next).rejects.toMatchObject({ code: 'newer_format' })
  })

  it('a takeover that freezes before it has begun is itself taken over', async () => {
    const locks = fakeLocks()
    const tab = device(locks)
    const [frozen, b] = [tab('a'), tab('b')]
    frozen.run(longWork().work).catch(() => undefined)
    await settle()
    const taken = longWork()
    const next = b.run(taken.work)
    await b.clock.advance(30_500)
    await frozen.stored.of('c').replace(frozen.stored.latest)
    await b.clock.advance(20_000)
    expect(taken.epoch()).toBeUndefined()
    await b.clock.advance(20_000)
    expect(taken.epoch()).toBe(3)
    taken.end()
    expect(await next).toBe('done')
  })

  it('a heartbeat during the last delay counts', async () => {
    const tab = device(fakeLocks())
    const [a, b] = [tab('a'), tab('b')]
    const [slow, waiting] = [longWork(), longWork()]
    const turn = a.run(slow.work)
    await settle()
    const next = b.run(waiting.work)
    await b.clock.advance(30_500)
    await a.clock.advance(10_000)
    await b.clock.advance(20_000)
    expect(waiting.epoch()).toBeUndefined()
    slow.end()
    await turn
    await settle()
    waiting.end()
    expect(await next).toBe('done')
  })

  /** A tab that has taken the lock, and freezes. */
  function freezeWith(locks: Locks): void {
    const frozen = locks.request('waraq:seat:writer', { steal: true }, () => new Promise(() => undefined))
    frozen.catch(() => undefined)
  }

  it('an engine that took over three times without ever finishing only waits from then on', async () => {
    const locks = fakeLocks()
    const b = device(locks)('b')
    for (let time = 0; time < 3; time++) {
      freezeWith(locks)
      const failing = b.run(() => Promise.reject(new Error(`failed ${time}`)))
      failing.catch(() => undefined)
      await b.clock.advance(40_000)
      await expect(failing).rejects.toThrowError(`failed ${time}`)
    }
    freezeWith(locks)
    const waiting = longWork()
    const caller = new AbortController()
    const next = b.run(waiting.work, caller.signal)
    next.catch(() => undefined)
    await b.clock.advance(300_000)
    expect(waiting.epoch()).toBeUndefined()
    caller.abort(new Error('enough'))
    await expect(next).rejects.toThrowError('enough')
  })

  it('an engine whose takeovers came to something goes on taking over', async () => {
    const locks = fakeLocks()
    const b = device(locks)('b')
    for (let time = 0; time < 5; time++) {
      freezeWith(locks)
      const turn = b.run(() => Promise.resolve(time))
      await b.clock.advance(40_000)
      expect(await turn).toBe(time)
    }
  })

  it('a browser that refuses the lock is an error, not a wait', async () => {
    const refusing = {
      request: () => Promise.reject(new DOMException('no locks here', 'SecurityError')),
    } as unknown as Locks
    const work = vi.fn(() => Promise.resolve('done'))
    await expect(device(refusing)('a').run(work)).rejects.toMatchObject({ name: 'SecurityError' })
    expect(work).not.toHaveBeenCalled()
  })
})

it('with locks that do not lock, one tab serialises its own calls all the same', async () => {
  const open: Locks['request'] = async (...given: unknown[]) =>
    (given.at(-1) as LockGrantedCallback<never>)({ name: 'leader', mode: 'exclusive' })
  const a = device({ request: open })('a')
  const [first, second] = [longWork(), longWork()]
  const turns = [a.run(first.work), a.run(second.work)]
  await settle()
  expect([first.epoch(), second.epoch()]).toEqual([1, undefined])
  first.end()
  await settle()
  expect(second.epoch()).toBe(2)
  second.end()
  expect(await Promise.all(turns)).toEqual(['done', 'done'])
})
