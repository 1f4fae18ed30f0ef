import { fakeLocks } from '@waraq/test-support/locks'
import { describe, expect, it } from 'vitest'
import { inTurn } from './in-turn.ts'

const never = new AbortController().signal

describe.each([
  ['with Web Locks', fakeLocks()],
  ['without', undefined],
])('%s', (_, locks) => {
  it('one at a time, first come first served, whatever becomes of each', async () => {
    const seen: string[] = []
    const work = (name: string, fails = false) =>
      inTurn(locks, 'fonts', never, async () => {
        seen.push(`${name} begins`)
        await new Promise((resolve) => setTimeout(resolve, 0))
        seen.push(`${name} ends`)
        if (fails) throw new Error(name)
        return name
      })
    const ends = await Promise.allSettled([work('a', true), work('b'), work('c')])
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  it('nobody waits for another name', async () => {
    const stuck = new AbortController()
    const held = inTurn(
      locks,
      'one',
      never,
      () => new Promise((_, reject) => stuck.signal.addEventListener('abort', reject)),
    )
    expect(await inTurn(locks, 'other', never, async () => 7)).toBe(7)
    stuck.abort()
    await expect(held).rejects.toBeDefined()
  })

  it('whoever waits gives up with the signal, and the next one has its turn', async () => {
    let leave = (): void => undefined
    const held = inTurn(locks, 'two', never, () => new Promise<void>((resolve) => (leave = resolve)))
    const tired = new AbortController()
    const waiting = inTurn(locks, 'two', tired.signal, async () => 'never')
    const next = inTurn(locks, 'two', never, async () => 'next')
    tired.abort(new Error('tired'))
    await expect(waiting).rejects.toThrow('tired')
    leave()
    await held
    expect(await next).toBe('next')
    await expect(inTurn(locks, 'two', tired.signal, async () => 'never')).rejects.toThrow('tired')
  })
})
