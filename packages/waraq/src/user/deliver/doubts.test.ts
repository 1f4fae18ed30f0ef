import { describe, expect, it } from 'vitest'
import { bookmarkOf } from '../model/entity.ts'
import type { Sent, PendingChange } from '../model/records.ts'
import { doubtMs, Doubts } from './doubts.ts'

const sentAt = (since: number, at = 1): Sent => ({ at, desired: true, since, epoch: 1 })
const pending = (sent: Sent): PendingChange => ({
  ...bookmarkOf({ type: 'page', key: 1 }),
  format: 1,
  desired: true,
  base: null,
  at: sent.at,
  ahead: 0,
  sent,
})

const now = (device: number, monotonic: number, service?: number) => ({ device, monotonic, service })

describe('what is in doubt waits', () => {
  it('from when this tab knew of it, by a clock that is not set', () => {
    const doubts = new Doubts()
    doubts.begin(pending(sentAt(1_000)), sentAt(1_000), 50)
    expect(doubts.left(pending(sentAt(1_000)), now(9e9, 1_050))).toBe(doubtMs - 1_000)
    expect(doubts.left(pending(sentAt(1_000)), now(9e9, 50 + doubtMs))).toBe(0)
  })

  it('from the time that was written, where another tab sent it', () => {
    const doubts = new Doubts()
    expect(doubts.left(pending(sentAt(1_000)), now(31_000, 0))).toBe(doubtMs - 30_000)
  })

  it('for as long by the clock of the service, where the clock of the device was set since', () => {
    const doubts = new Doubts()
    const sent = pending({ ...sentAt(1_000), serviceAt: 500_000 })
    // The service has told this tab nothing yet.
    expect(doubts.left(sent, now(9e9, 0))).toBe(0)
    // An answer takes a while, and tells whole seconds.
    expect(doubts.left(sent, now(9e9, 100, 512_000))).toBe(doubtMs - 10_000)
    expect(doubts.left(sent, now(9e9, 100 + doubtMs - 10_001, 0))).toBe(1)
    expect(doubts.left(sent, now(9e9, 100 + doubtMs - 10_000, 0))).toBe(0)
  })

  it('for as long by the clock of the device, where the one of the service went on alone', () => {
    const doubts = new Doubts()
    const sent = pending({ ...sentAt(1_000), serviceAt: 500_000 })
    expect(doubts.left(sent, now(11_000, 0, 9e9))).toBe(doubtMs - 10_000)
  })

  it('anew where another tab has sent the same version once more', () => {
    const doubts = new Doubts()
    doubts.begin(pending(sentAt(1_000)), sentAt(1_000), 0)
    const again = pending(sentAt(1_000 + doubtMs))
    expect(doubts.left(again, now(1_000 + doubtMs, doubtMs))).toBe(doubtMs)
  })
})
