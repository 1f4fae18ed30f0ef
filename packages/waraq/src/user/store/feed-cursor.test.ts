import { expect, it } from 'vitest'
import { cursorAfter, pullSince } from './feed-cursor.ts'

const day = 24 * 3_600_000

it('everything is read again after a month, and where the clock was wrong by one', () => {
  const feed = { key: 'feed', cursor: 100, wholeAt: 50 * day } as const
  const since = (now: number) => pullSince(feed, now * day)
  expect([since(50), since(79), since(81), since(49), since(10)]).toEqual([100, 100, 0, 100, 0])
  expect([pullSince(undefined, 0), pullSince({ ...feed, cursor: -1 }, 50 * day)]).toEqual([0, 0])
})

it('what could not be read is noted until it is read, or everything is', () => {
  const feed = { key: 'feed', cursor: 100, wholeAt: 0, unreadable: ['NOTE a', 'NOTE b'] } as const
  const reading = { slots: 'reported', flag: true } as const
  const pulled = {
    reported: [],
    head: 200,
    agrees: true,
    read: new Set(['NOTE a']),
    unreadable: ['NOTE c'],
    reading,
  }
  const unreadable = (...of: Parameters<typeof cursorAfter>) => cursorAfter(...of)?.unreadable
  expect(unreadable(feed, pulled, false, 0)).toEqual(['NOTE b', 'NOTE c'])
  expect(unreadable(feed, pulled, true, 0)).toEqual(['NOTE c'])
  expect(cursorAfter(feed, pulled, false, 0)?.reading).toEqual(reading)
  expect(cursorAfter(feed, { ...pulled, agrees: false }, true, 0)).toBeUndefined()
})
