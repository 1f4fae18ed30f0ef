import { afterEach, expect, it } from 'vitest'
import { runHostileRounds } from './run-rounds.ts'

/** Hostile bodies through the whole engine: WARAQ_E2E sets how many rounds, WARAQ_SEED which ones. */

const rounds = Number(process.env['WARAQ_E2E'] ?? 1_500)
const seed = Number(process.env['WARAQ_SEED'] ?? 1)

const rejections: unknown[] = []
const onRejection = (reason: unknown) => void rejections.push(reason)
process.on('unhandledRejection', onRejection)
afterEach(() => void process.off('unhandledRejection', onRejection))

const timersLeft = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

it(
  `${rounds} hostile rounds: nothing half, nothing invented, and the next sync heals`,
  { timeout: 900_000 },
  async () => {
    const timers = timersLeft()
    const report = await runHostileRounds({ seed, count: rounds })
    console.log(JSON.stringify(report))
    expect(report.rounds).toBe(rounds)
    expect(report.believed / rounds).toBeGreaterThan(0.1)
    expect(report.believed / rounds).toBeLessThan(0.8)
    expect(report.rejectedRows).toBeGreaterThan(0)
    expect(Object.keys(report.outcomes).sort()).toEqual(['current', 'deferred', 'failed', 'partial'])
    expect(rejections).toEqual([])
    // No request, deadline or lease is left waiting for something that does not come.
    expect(timersLeft()).toBeLessThanOrEqual(timers)
  },
)
