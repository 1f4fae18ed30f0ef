import { describe, expect, test } from 'vitest'
import { resultOf } from './sync-result.ts'
import {
  acceptedTime,
  nextAfterRefusal,
  nextAfterSleep,
  nextInterval,
  nextBackgroundRetry,
  nextRetry,
} from './delays.ts'
import { scheduleSettings } from './settings.ts'
import {
  broken,
  hourMs,
  minuteMs,
  context,
  noon,
  secondMs,
  slowDown,
  unreachable,
} from './support.test-support.ts'

/** What each function returns with the least and the most of chance. What these times lead to: `timetable.*.test.ts`. */

const almostOne = 1 - 2 ** -53

function span(at: (random: () => number) => number): readonly [number, number] {
  return [at(() => 0) - noon, Math.round((at(() => almostOne) - noon) / secondMs) * secondMs]
}

describe('the next turn of a page that slept through the one that it had', () => {
  test.each<[string, number, number, readonly [number, number]]>([
    ['ten minutes ago', -10 * minuteMs, hourMs, [44 * minuteMs, 56 * minuteMs]],
    ['a night ago', -10 * minuteMs - 8 * hourMs, hourMs, [44 * minuteMs, 56 * minuteMs]],
    ['at the turn that comes now', -hourMs, hourMs, [54 * minuteMs, 66 * minuteMs]],
    ['at an interval of ten minutes', -12 * minuteMs, 10 * minuteMs, [7 * minuteMs, 9 * minuteMs]],
    [
      'at an interval of a day, within the hour all the same',
      -10 * minuteMs,
      24 * hourMs,
      [44 * minuteMs, 56 * minuteMs],
    ],
  ])('%s', (_, missed, everyMs, expected) => {
    const settings = scheduleSettings({ everyMs })
    expect(span((random) => nextAfterSleep(noon + missed, context({ settings, random })))).toEqual(expected)
  })
})

describe('the next try where no reader waits', () => {
  const fast = scheduleSettings({ everyMs: minuteMs })
  test.each([
    ['a first failure', 1, broken, {}, [5 * minuteMs, 15 * minuteMs]],
    ['further ones: at most an hour', 9, broken, {}, [20 * minuteMs, hourMs]],
    [
      'no later than the interval, and no sooner than the least wait',
      3,
      unreachable,
      { settings: fast },
      [30_000, minuteMs],
    ],
    [
      'a time that the service named, and as long again',
      1,
      slowDown(noon + 30 * minuteMs),
      {},
      [30 * minuteMs, hourMs],
    ],
    [
      'a named time of a context: the least wait all the same',
      1,
      slowDown(noon + secondMs),
      {},
      [5 * minuteMs, 901_000],
    ],
  ] as const)('%s', (_, failures, report, changes, expected) => {
    const result = resultOf(report)
    expect(span((random) => nextBackgroundRetry(failures, result, context({ ...changes, random })))).toEqual(
      expected,
    )
  })
})

describe('the next sync after one that worked', () => {
  test.each([
    ['an hour, give or take a tenth', { failures: 0, workedAt: null }, [54 * minuteMs, 66 * minuteMs]],
    [
      'after failures the turn that it had',
      { failures: 2, workedAt: noon - 90 * minuteMs },
      [24 * minuteMs, 36 * minuteMs],
    ],
  ] as const)('%s', (_, record, expected) => {
    expect(span((random) => nextInterval(context({ random }), record))).toEqual(expected)
  })
})

test('where a reader waits, tries come within seconds and grow to a quarter of an hour', () => {
  const tries = (failures: number) =>
    span((random) => nextRetry(failures, resultOf(broken), context({ random })))
  expect(tries(1)).toEqual([5 * secondMs, 20 * secondMs])
  expect(tries(20)[1]).toBeLessThanOrEqual(15 * minuteMs)
})

test('a refusal is asked again after a minute, and after an hour in the end', () => {
  const asks = (failures: number) => span((random) => nextAfterRefusal(failures, context({ random })))
  expect(asks(1)).toEqual([minuteMs, 66_000])
  expect(asks(12)).toEqual([hourMs, 66 * minuteMs])
})

test.each([
  ['none', null, null],
  ['one that has passed', noon, null],
  ['one within the hour', noon + minuteMs, noon + minuteMs],
  ['a longer one: an hour of it', noon + 5 * hourMs, noon + hourMs],
])('a named time: %s', (_, at, accepted) => expect(acceptedTime(at, noon)).toBe(accepted))
