import { describe, expect, it } from 'vitest'
import { shareOf, type Share } from '@waraq/test-support/runs'
import { runCrashPoints } from './run-points.ts'
import { scenarios } from './scenarios.ts'

/** The scenarios of which `pnpm test` runs a dose: in one content comes, in the other it goes. */
export const quickScenarios = ['incremental', 'removal']
/** Two files share them, so that two cores do. */
export const allScenarios = scenarios.map(({ name }) => name)

/** `pnpm test:deep crash --thorough`: leaves out no point that is like another. */
const thorough = process.env['WARAQ_THOROUGH'] !== undefined

/**
 * Tests of these scenarios: their requests, transaction boundaries and network requests under each fault. A failure begins
 * with what `pnpm test:deep --replay` shows again. `share`: of the points of each fault.
 */
export function describePoints(names: readonly string[], share: Share = shareOf(3)): void {
  describe('stopped at every point, gone on with, and compared', () => {
    it.each(names)('%s', { timeout: thorough ? 3_600_000 : 600_000 }, async (name) => {
      const { runs, reads, violations, seconds } = await runCrashPoints({
        scenarios: [name],
        share,
        thorough,
      })
      console.log(`${name}: ${runs} crash points, ${reads} reads in ${seconds.toFixed(1)} s`)
      expect(violations.slice(0, 20)).toEqual([])
      expect(runs).toBeGreaterThan(0)
    })
  })
}
