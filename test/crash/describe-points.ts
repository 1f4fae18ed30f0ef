import { describe, expect, it } from 'vitest'
import { runCrashPoints } from './run-points.ts'
import { scenarios } from './scenarios.ts'

/**
 * Tests of these scenarios: their requests, transaction boundaries and network requests under five faults. A failure names
 * its point; WARAQ_POINT=scenario:seat:fault:form:n runs that one alone. WARAQ_THOROUGH=1 leaves out none that is like
 * another, WARAQ_VERBOSE=1 prints the counts.
 */
export function describePoints(names: readonly string[]): void {
  const { WARAQ_POINT: only, WARAQ_THOROUGH, WARAQ_VERBOSE } = process.env
  describe('stopped at every point, gone on with, and compared', () => {
    for (const name of names) {
      if (only && only.split(':')[0] !== name) continue
      it(name, { timeout: WARAQ_THOROUGH ? 3_600_000 : 240_000 }, async () => {
        const lines: string[] = []
        const report = await runCrashPoints({
          scenarios: [name],
          only,
          thorough: Boolean(WARAQ_THOROUGH),
          onProgress: (line) => void lines.push(line),
        })
        if (WARAQ_VERBOSE) process.stderr.write(`${lines.join('\n')}\n`)
        expect(report.violations.slice(0, 20)).toEqual([])
        expect(report.runs).toBeGreaterThan(0)
      })
    }
    // A file of tests needs one also when the point asked for lies in another.
    it('knows its scenarios', () => {
      expect(scenarios.map(({ name }) => name)).toEqual(expect.arrayContaining([...names]))
    })
  })
}
