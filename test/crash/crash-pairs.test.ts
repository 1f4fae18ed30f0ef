import { expect, it } from 'vitest'
import { runCrashPairs } from './run-pairs.ts'
import { scenarios } from './scenarios.ts'
import { seats } from './stage.ts'

/** Two faults in one story: a few pairs, chosen by chance, of each scenario with each way to choose the writer. */

const series = scenarios.flatMap(({ name }, scenario) =>
  seats.map((seat, index) => ({ name, seat, seed: scenario + index * scenarios.length })),
)

it.each(series)(
  '$name, $seat: a second fault meets the engine that goes on after the first',
  async ({ name, seed }) => {
    const report = await runCrashPairs({ seed, count: 1 })
    expect(report.scenario).toBe(name)
    expect(report.violations).toEqual([])
    expect(report.pairs).toBe(1)
  },
)
