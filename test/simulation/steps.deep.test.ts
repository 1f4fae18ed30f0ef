import { describe, expect, test } from 'vitest'
import { disruptions, lateSteps } from './steps.ts'

describe.each([
  ['a first sync', true],
  ['a later sync', false],
])('at each step of %s', (_, isFirst) => {
  test.each(Object.entries(disruptions))('%s: current in time', async (_name, disruption) => {
    const { tried, late } = await lateSteps(disruption, isFirst)
    expect(tried).toBeGreaterThan(3)
    expect(late).toEqual([])
  })
})
