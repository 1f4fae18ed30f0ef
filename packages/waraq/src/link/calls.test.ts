import { describe, expect, it } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { Calls } from './calls.ts'
import { callTimedOut } from './errors.ts'
import { sampleProtocol } from './scripted-callee.test-support.ts'

describe('calls in flight', () => {
  const deadline = { ms: 800, error: () => callTimedOut('status', 800) }

  it('settle with the reply, and leave neither timer nor entry', async () => {
    const clock = new VirtualClock()
    let changes = 0
    const calls = new Calls({ clock, onChange: () => (changes += 1) })
    await expect(calls.ask(() => Promise.resolve(7), deadline)).resolves.toBe(7)
    await expect(calls.ask(() => Promise.reject(new Error('no')), deadline)).rejects.toThrow('no')
    expect([calls.inFlight, clock.pending, changes]).toEqual([0, 0, 4])
  })

  it('settle at their deadline; a late reply changes nothing', async () => {
    const clock = new VirtualClock()
    const calls = new Calls({ clock, onChange: () => undefined })
    let late: (reply: number) => void
    const call = calls.ask(() => new Promise<number>((resolve) => (late = resolve)), deadline)
    const refused = expect(call).rejects.toMatchObject({ code: 'timeout', retryable: true })
    await clock.advance(799)
    expect(calls.inFlight).toBe(1)
    await clock.advance(1)
    await refused
    expect(calls.inFlight).toBe(0)
    late!(1)
    await settle()
    expect(calls.inFlight).toBe(0)
  })

  it('settle all when the worker ends; so do later ones', async () => {
    const clock = new VirtualClock()
    const calls = new Calls({ clock, onChange: () => undefined })
    const all = [1, 2, 3].map(() => calls.ask(() => new Promise(() => undefined), deadline))
    calls.end(sampleProtocol.closed())
    all.push(calls.ask(() => Promise.resolve(1)))
    for (const call of all) await expect(call).rejects.toMatchObject({ code: 'engine_closed' })
    expect([calls.inFlight, clock.pending]).toEqual([0, 0])
  })
})
