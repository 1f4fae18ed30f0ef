import { describe, expect, test } from 'vitest'
import { failure } from './failure.ts'
import { fakeLocks, SharedLocks, type Locks } from './locks.ts'

/** A leader that notes that it came in, and stays until it is told to go. */
function leader(locks: Locks, options: LockOptions = {}) {
  let leave = (): void => undefined
  const stays = new Promise<void>((resolve) => (leave = resolve))
  const seen = { entered: false, leave: () => leave(), over: Promise.resolve<unknown>(undefined) }
  seen.over = locks.request('a', options, async (lock) => {
    seen.entered = lock !== null
    await stays
    return 'done'
  })
  seen.over.catch(() => undefined)
  return seen
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a lock', () => {
  test('has one leader; the others come in their turn', async () => {
    const shared = new SharedLocks()
    const [first, second, third] = [shared.of({}), shared.of({}), shared.of({})].map((tab) =>
      leader(tab),
    ) as [ReturnType<typeof leader>, ReturnType<typeof leader>, ReturnType<typeof leader>]
    const entered = () => [first, second, third].map((each) => each.entered)
    expect(entered()).toEqual([true, false, false])
    first.leave()
    expect(await first.over).toBe('done')
    await turn()
    expect(entered()).toEqual([true, true, false])
    second.leave()
    await second.over
    await turn()
    expect(entered()).toEqual([true, true, true])
  })

  test('is none of the business of those who ask for another one', async () => {
    const locks = fakeLocks()
    leader(locks)
    expect(await locks.request('b', {}, (lock) => lock)).toEqual({ name: 'b', mode: 'exclusive' })
  })

  test('is given up by work that fails, which its caller is told', async () => {
    const locks = fakeLocks()
    const failed = failure(locks.request('a', {}, () => Promise.reject(new Error('its own'))))
    const next = leader(locks)
    expect((await failed).message).toBe('its own')
    await turn()
    expect(next.entered).toBe(true)
  })

  test('that is taken is not waited for by those who want it only if it is free', async () => {
    const locks = fakeLocks()
    leader(locks)
    expect(await locks.request('a', { ifAvailable: true }, (lock) => lock)).toBeNull()
    expect(await locks.request('b', { ifAvailable: true }, (lock) => lock?.name)).toBe('b')
  })
})

describe('a request that is given up', () => {
  test('leaves the queue', async () => {
    const locks = fakeLocks()
    const first = leader(locks)
    const caller = new AbortController()
    const given = leader(locks, { signal: caller.signal })
    const last = leader(locks)
    const reason = new Error('enough')
    caller.abort(reason)
    expect(await failure(given.over)).toBe(reason)
    first.leave()
    await first.over
    await turn()
    expect([given.entered, last.entered]).toEqual([false, true])
  })

  test('before asking does not come in, though the lock is free', async () => {
    const reason = new Error('too late')
    const given = leader(fakeLocks(), { signal: AbortSignal.abort(reason) })
    expect(await failure(given.over)).toBe(reason)
    expect(given.entered).toBe(false)
  })

  test('after coming in keeps the lock: the signal is about the waiting', async () => {
    const caller = new AbortController()
    const held = leader(fakeLocks(), { signal: caller.signal })
    caller.abort()
    held.leave()
    expect(await held.over).toBe('done')
  })
})

describe('a lock that is stolen', () => {
  test('is gone for its leader, whose work runs on and gives nothing up', async () => {
    const shared = new SharedLocks()
    const robbed = leader(shared.of({}))
    const waiting = leader(shared.of({}))
    const thief = leader(shared.of({}), { steal: true })
    expect(await failure(robbed.over)).toMatchObject({ name: 'AbortError' })
    expect([thief.entered, waiting.entered]).toEqual([true, false])
    robbed.leave()
    await turn()
    expect(waiting.entered).toBe(false)
    thief.leave()
    await thief.over
    await turn()
    expect(waiting.entered).toBe(true)
  })
})

describe('a tab that dies', () => {
  test('loses what it held and what it waited for; the next one comes in', async () => {
    const shared = new SharedLocks()
    const [dying, other] = [{}, {}]
    const held = leader(shared.of(dying))
    const again = leader(shared.of(dying))
    const next = leader(shared.of(other))
    shared.release(dying)
    expect([again.entered, next.entered]).toEqual([false, true])
    held.leave()
    await turn()
    expect(next.entered).toBe(true)
  })

  test('gets no answer any more', async () => {
    const shared = new SharedLocks()
    const dead = {}
    shared.release(dead)
    const late = leader(shared.of(dead))
    await turn()
    expect(late.entered).toBe(false)
    expect(shared.names.size).toBe(0)
  })
})

test('names are those that are held or waited for', async () => {
  const shared = new SharedLocks()
  const { names } = shared
  const first = leader(shared.of({}))
  const second = leader(shared.of({}))
  expect([...names]).toEqual(['a'])
  first.leave()
  await first.over
  expect([...names]).toEqual(['a'])
  second.leave()
  await second.over
  await turn()
  expect([...names]).toEqual([])
})
