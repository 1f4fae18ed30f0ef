import { describe, expect, it } from 'vitest'
import { knownLeftovers } from './known-defects.ts'
import { runCrashPoints } from './run-points.ts'
import { scenarios } from './scenarios.ts'

/**
 * Tests of these scenarios: every request, transaction boundary and network request under five faults. A failure names its
 * point; WARAQ_POINT=scenario:fault:n runs that one alone. WARAQ_VERBOSE=1 prints the counts.
 */
export function describePoints(names: readonly string[]): void {
  const only = process.env['WARAQ_POINT']
  describe('stopped at every point, gone on with, and compared', () => {
    for (const name of names) {
      if (only && only.split(':')[0] !== name) continue
      it(name, { timeout: 240_000 }, async () => {
        const lines: string[] = []
        const report = await runCrashPoints({
          scenarios: [name],
          only,
          onProgress: (line) => void lines.push(line),
        })
        if (process.env['WARAQ_VERBOSE']) process.stderr.write(`${lines.join('\n')}\n`)
        expect(report.violations.slice(0, 20)).toEqual([])
        expect(report.runs).toBeGreaterThan(0)
        if (!only) expect(report.tolerated).toEqual(knownLeftovers(name))
      })
    }
    // A file of tests needs one also when the point asked for lies in another.
    it('knows its scenarios', () => {
      expect(scenarios.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]))
    })
  })
}
