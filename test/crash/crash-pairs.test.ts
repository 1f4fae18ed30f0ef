import { expect, it } from 'vitest'
import { runCrashPairs } from './run-pairs.ts'
import { scenarios } from './scenarios.ts'

/** Two faults in one story: a few pairs, chosen by chance, of each scenario. */

const series = scenarios.map(({ name }, seed) => ({ name, seed }))

it.each(series)(
  '$name: a second fault meets the engine that goes on after the first',
  async ({ name, seed }) => {
    const report = await runCrashPairs({ seed, count: 1 })
    expect(report.scenario).toBe(name)
    expect(report.violations).toEqual([])
    expect(report.pairs).toBe(1)
  },
)
