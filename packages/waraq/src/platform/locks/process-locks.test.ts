import { describe, expect, it } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { ProcessLocks, processLocks } from './process-locks.ts'

/** The part of Web Locks that engines use, within one process. */

/** A request that notes when it gets the lock, and holds it until the test ends it. */
function ask(locks: ProcessLocks, options: LockOptions = {}) {
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

describe('a lock', () => {
  it('has one leader; the others come in their turn, also after one that failed', async () => {
    const locks = new ProcessLocks()
    const failing = locks.request('a', {}, () => Promise.reject(new Error('its own')))
    const [second, third] = [ask(locks), ask(locks)]
    await expect(failing).rejects.toThrow('its own')
    await settle()
    expect([second.entered, third.entered]).toEqual([true, false])
    second.leave()
    expect(await second.over).toBe('done')
    await settle()
    expect(third.entered).toBe(true)
  })
  it('of another name is another one', async () => {
    const locks = new ProcessLocks()
    ask(locks)
    expect(await locks.request('b', {}, (lock) => lock)).toEqual({ name: 'b', mode: 'exclusive' })
  })
  it('that is wanted only if it is free is not waited for', async () => {
    const locks = new ProcessLocks()
    const held = ask(locks)
    expect(await locks.request('a', { ifAvailable: true }, (lock) => lock)).toBeNull()
    held.leave()
    await held.over
    expect(await locks.request('a', { ifAvailable: true }, (lock) => lock?.name)).toBe('a')
  })
  it('is shared by callers that share an object, and by no others', async () => {
    const [one, other] = [{}, {}]
    expect(processLocks(one)).toBe(processLocks(one))
    expect(processLocks(one)).not.toBe(processLocks(other))
  })
})

describe('a request that is given up', () => {
  it('leaves the line, with the reason', async () => {
    const locks = new ProcessLocks()
    const [caller, reason] = [new AbortController(), new Error('enough')]
    const held = ask(locks)
    const given = ask(locks, { signal: caller.signal })
    const last = ask(locks)
    caller.abort(reason)
    await expect(given.over).rejects.toBe(reason)
    held.leave()
    await settle()
    expect([given.entered, last.entered]).toEqual([false, true])
  })
  it('before it was made does not come in, though the lock is free', async () => {
    const reason = new Error('too late')
    const given = ask(new ProcessLocks(), { signal: AbortSignal.abort(reason) })
    await expect(given.over).rejects.toBe(reason)
    expect(given.entered).toBe(false)
  })
  it('once it came in keeps the lock: the signal is about the waiting', async () => {
    const caller = new AbortController()
    const held = ask(new ProcessLocks(), { signal: caller.signal })
    await settle()
    caller.abort()
    held.leave()
    expect(await held.over).toBe('done')
  })
})

describe('a lock that is stolen', () => {
  it('is gone for its leader, whose work goes on and gives nothing up', async () => {
    const locks = new ProcessLocks()
    const [robbed, waiting] = [ask(locks), ask(locks)]
    await settle()
    const thief = ask(locks, { steal: true })
    await expect(robbed.over).rejects.toMatchObject({ name: 'AbortError' })
    expect([thief.entered, waiting.entered]).toEqual([true, false])
    robbed.leave()
    await settle()
    expect(waiting.entered).toBe(false)
    thief.leave()
    await thief.over
    await settle()
    expect(waiting.entered).toBe(true)
  })
  it('was free before, and is held like any other', async () => {
    const locks = new ProcessLocks()
    const thief = ask(locks, { steal: true })
    const next = ask(locks)
    await settle()
    expect([thief.entered, next.entered]).toEqual([true, false])
    thief.leave()
    await settle()
    expect(next.entered).toBe(true)
  })
})
