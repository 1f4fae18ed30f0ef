import { expect, it } from 'vitest'
import { runMalformedBodies } from './run-bodies.ts'

/** Mutated bodies at the gate: WARAQ_BODIES sets how many, WARAQ_SEED which ones. */

const count = Number(process.env['WARAQ_BODIES'] ?? 500_000)
const seed = Number(process.env['WARAQ_SEED'] ?? 1)

it(
  `${count} mutated bodies: none gets past the rules, none breaks a reader`,
  { timeout: 600_000 },
  async () => {
    const report = await runMalformedBodies({ seed, count })
    console.log(JSON.stringify(report))
    expect(report.bodies).toBe(count)
    // Mutations that nobody notices would prove nothing, and neither would ones that nothing survives.
    expect(report.accepted / count).toBeGreaterThan(0.1)
    expect(report.accepted / count).toBeLessThan(0.8)
    expect(report.rejectedRows).toBeGreaterThan(0)
    expect(Object.keys(report.refusals).sort()).toEqual([
      'foreign_address',
      'invalid_response',
      'not_json',
      'truncated_body',
    ])
  },
)
