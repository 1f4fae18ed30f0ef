import { describe, expect, it } from 'vitest'
import { bookmarkOf } from '../model/entity.ts'
import type { Sent, Wish } from '../model/records.ts'
import { restMs, Rests } from './rest.ts'

const sentAt = (since: number, at = 1): Sent => ({ at, want: true, since, fence: 1 })
const wish = (sent: Sent): Wish => ({
  ...bookmarkOf({ type: 'page', key: 1 }),
  format: 1,
  want: true,
  base: null,
  at: sent.at,
  ahead: 0,
  sent,
})

describe('what is unsure rests', () => {
  it('from when this tab knew of it, by a clock that is not set', () => {
    const rests = new Rests()
    rests.begin(wish(sentAt(1_000)), sentAt(1_000), 50)
    expect(rests.left(wish(sentAt(1_000)), 9e9, 1_050)).toBe(restMs - 1_000)
    expect(rests.left(wish(sentAt(1_000)), 9e9, 50 + restMs)).toBe(0)
  })

  it('from the time that was written, where another tab sent it', () => {
    const rests = new Rests()
    expect(rests.left(wish(sentAt(1_000)), 31_000, 0)).toBe(restMs - 30_000)
  })

  it('anew where another tab has sent the same version once more', () => {
    const rests = new Rests()
    rests.begin(wish(sentAt(1_000)), sentAt(1_000), 0)
    const again = wish(sentAt(1_000 + restMs))
    expect(rests.left(again, 1_000 + restMs, restMs)).toBe(restMs)
  })
})
