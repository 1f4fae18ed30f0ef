import { describe, expect, it } from 'vitest'
import { decideTime } from './decide-time.ts'
import { stretchOf } from './entity.ts'
import type { Wish } from './records.ts'

const day = { date: '2026-11-25', zone: 'Asia/Jakarta', mushafId: 1 } as const
const want = { seconds: 60, ranges: ['2:1-2:5'] }
const sent = { at: 1, want, since: 1, fence: 1, before: { seconds: 100, ranges: ['2:1-2:5'] } }
const wish: Wish = { ...stretchOf(day, 'a'), format: 1, want, base: null, at: 1, ahead: 0, sent }
const decided = (seconds: number, range: string) =>
  decideTime(wish, { value: { seconds, ranges: [range] } }).do

// All other cases are rows of `decide.test.ts`.
describe('an unsure stretch, where another device has read since', () => {
  it('is sent again where its verses are not there', () => expect(decided(190, '3:1-3:9')).toBe('send'))
  it('is given up where they are', () => expect(decided(190, '2:5-3:9')).toBe('drop'))
  it('is given up where a range cannot be read', () => expect(decided(190, 'x')).toBe('drop'))
})
