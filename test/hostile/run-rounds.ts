import { HostileBench, type Attack } from './hostile-bench.ts'
import { randomLiar } from './hostile-service.ts'
import type { ModelService } from './model-service.ts'
import { watchPrototypes } from './prototypes.ts'
import { seeded, seedOf, type Random } from './random.ts'

export interface HostileRoundsOptions {
  readonly seed: number
  readonly count: number
  /** Told now and then how many rounds are done. */
  readonly onProgress?: (done: number) => void
}

export interface HostileRoundsReport {
  readonly seed: number
  readonly rounds: number
  /** Lies that kept all rules, so that nothing showed them. */
  readonly believed: number
  readonly outcomes: Readonly<Record<string, number>>
  readonly rejectedRows: number
  /** Rounds after which the feed seemed to have gone back. */
  readonly wentBack: number
}

const roundsPerEngine = 250

/** Changes what the service has, so that there is something to ask for, and chooses which answer will be a lie. */
function randomAttack(model: ModelService, random: Random): Attack {
  model.change(random)
  const kind = random.oneIn(3) ? 'snapshot' : 'page'
  const second = random.oneIn(4)
  // Enough of both to ask for: two snapshots, or a second page.
  if (kind === 'snapshot' || second) model.invalidateAll()
  if (second) model.touchAll()
  const pages = kind === 'page' && !second && random.oneIn(6) ? 1 : undefined
  return { kind, skip: second ? 1 : 0, pages, liar: randomLiar(random) }
}

/**
 * A real engine through rounds of one hostile body each, on one database. After each round readers see what they saw or
 * what was sent, and after honest syncs exactly what the service has. Rejects at the first that is otherwise.
 */
export async function runHostileRounds(options: HostileRoundsOptions): Promise<HostileRoundsReport> {
  const { seed, count, onProgress } = options
  const untouched = watchPrototypes()
  const bench = new HostileBench()
  const outcomes = new Map<string, number>()
  let [believed, rejectedRows, wentBack] = [0, 0, 0]
  await bench.open()
  for (let index = 0; index < count; index++) {
    try {
      const round = await bench.round(randomAttack(bench.service.model, seeded(seedOf(seed, index))))
      const { outcome, rowsRejected } = round.report
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      rejectedRows += rowsRejected
      if (round.believed) believed++
      if (round.wentBack) wentBack++
    } catch (error) {
      throw new Error(`seed ${seed}, round ${index}`, { cause: error })
    }
    if ((index + 1) % roundsPerEngine !== 0) continue
    await bench.reopen()
    untouched()
    onProgress?.(index + 1)
  }
  bench.service.model.invalidateAll()
  await bench.heal(false)
  await bench.close()
  untouched()
  return { seed, rounds: count, believed, outcomes: Object.fromEntries(outcomes), rejectedRows, wentBack }
}
