import { afterEach, beforeEach, expect, it } from 'vitest'
import { roundsPerSeries, runHostileRounds } from './run-rounds.ts'

/**
 * Hostile bodies through the whole engine: WARAQ_E2E sets how many rounds, to whole series; WARAQ_SEED which ones. The
 * failure of a series is replayed by its seed and WARAQ_E2E=1.
 */
const rounds = Number(process.env['WARAQ_E2E'] ?? 5_000)
const first = Number(process.env['WARAQ_SEED'] ?? 1)
const allSeeds = Array.from({ length: Math.ceil(rounds / roundsPerSeries) }, (_, index) => first + index)

const timersLeft = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

/** Tests of every other series: two files share them, so that two cores do. */
export function describeRounds(half: 0 | 1): void {
  const seeds = allSeeds.filter((_, index) => index % 2 === half)
  const count = seeds.length * roundsPerSeries
  const rejections: unknown[] = []
  const onRejection = (reason: unknown) => void rejections.push(reason)
  beforeEach(() => void process.on('unhandledRejection', onRejection))
  afterEach(() => void process.off('unhandledRejection', onRejection))

  it.skipIf(count === 0)(
    `${count} hostile rounds: nothing half, nothing invented, and the next sync heals`,
    { timeout: 900_000 },
    async () => {
      const timers = timersLeft()
      const report = await runHostileRounds({ seeds })
      console.log(JSON.stringify(report))
      expect(report.rounds).toBe(count)
      // Lies that nobody notices would prove nothing, and neither would ones that everybody does.
      expect(report.believed / count).toBeGreaterThan(0.1)
      expect(report.believed / count).toBeLessThan(0.8)
      expect(report.rejectedRows).toBeGreaterThan(0)
      expect(Object.keys(report.outcomes)).toEqual(expect.arrayContaining(['current', 'deferred', 'partial']))
      expect(rejections).toEqual([])
      // No request, deadline or lease is left waiting for something that does not come.
      expect(timersLeft()).toBeLessThanOrEqual(timers)
    },
  )
}
