import { expect, test } from 'vitest'
import { disruptions, lateSteps } from './steps.ts'

/** A few cells; `steps.deep` has each step of each. */
test.each(['the tab is killed beside another', 'the network fails a request'])(
  '%s in the middle of a first sync: current within three seconds',
  async (name) => {
    const { tried, late } = await lateSteps(disruptions[name]!, true, 5)
    expect(tried).toBeGreaterThan(1)
    expect(late).toEqual([])
  },
)
