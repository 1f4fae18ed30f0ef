import { expect, it } from 'vitest'
import { addCounts, type Kind } from './kind.ts'

/** Only a hang takes that long. */
const timeout = 10 * 60_000

/**
 * A test of so many turns of a kind, from the same seeds each time: where it fails, the change that is tested is why.
 * `pnpm test:deep` takes new seeds, for as long as it is told.
 */
export function testDose(kind: Kind, turns: number): void {
  it(`a dose of ${kind.name}: no promise is broken`, { timeout }, async () => {
    const counts: Record<string, number> = {}
    let done = 0
    for (let turn = 0; turn < turns; turn++) {
      const reported = await kind.turn(1 + turn * kind.seedsPerTurn)
      expect(reported.failures).toEqual([])
      done += reported.done
      addCounts(counts, reported.counts)
    }
    expect(done).toBeGreaterThan(0)
    expect(kind.judge(done, counts)).toEqual([])
  })
}
