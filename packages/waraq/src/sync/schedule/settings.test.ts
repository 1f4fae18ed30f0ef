import { expect, test } from 'vitest'
import { bounds, scheduleSettings, type ScheduleOptions } from './settings.ts'
import { dayMs, hourMs, minuteMs } from './support.test-support.ts'

test('an hour, and saving of data respected, where nothing is chosen', () => {
  expect(scheduleSettings()).toEqual({ everyMs: hourMs, dataSaver: 'respect', configuration: '' })
})

test('what is chosen stands', () => {
  const chosen: ScheduleOptions = { everyMs: 6 * dayMs, dataSaver: 'ignore' }
  expect(scheduleSettings(chosen)).toMatchObject(chosen)
  expect(scheduleSettings({ everyMs: minuteMs }).everyMs).toBe(minuteMs)
})

test.each<[object, string]>([
  [{ everyMs: 0 }, 'schedule.everyMs'],
  [{ everyMs: minuteMs - 1 }, 'schedule.everyMs'],
  [{ everyMs: 6 * dayMs + 1 }, 'schedule.everyMs'],
  [{ everyMs: NaN }, 'schedule.everyMs'],
  [{ dataSaver: true }, 'schedule.dataSaver'],
])('%j is refused, by name', (options, option) => {
  expect(() => scheduleSettings(options)).toThrowError(
    expect.objectContaining({ code: 'invalid_option', details: { option } }),
  )
})

test('data saving stays within the week', () => {
  expect(bounds.dataSaverMs).toBeLessThan(7 * dayMs)
})
