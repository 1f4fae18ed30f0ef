import { expect, it } from 'vitest'
import { runCrashPairs } from './run-pairs.ts'
import { scenarios } from './scenarios.ts'
import { seats } from './stage.ts'

/**
 * Two faults in one story, chosen by chance: WARAQ_PAIRS sets how many in each scenario with each seat, WARAQ_SEED which
 * ones, WARAQ_PAIR=seed:index takes one alone. `pnpm soak` runs many more of them.
 */
const { WARAQ_PAIRS, WARAQ_SEED, WARAQ_PAIR } = process.env
const [seed, only] = WARAQ_PAIR?.split(':').map(Number) ?? [Number(WARAQ_SEED ?? 0)]
const series = WARAQ_PAIR ? 1 : scenarios.length * seats.length

it('a second fault meets whoever goes on after the first', { timeout: 600_000 }, async () => {
  for (let index = 0; index < series; index++) {
    const report = await runCrashPairs({ seed: seed! + index, count: Number(WARAQ_PAIRS ?? 6), only })
    expect(report.violations).toEqual([])
    expect(report.pairs).toBeGreaterThan(0)
  }
})
