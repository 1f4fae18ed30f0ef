import { seeded, seedOf, type Random } from '@waraq/test-support/random'
import { guarded } from './guarded.ts'
import { faults, formsOf, strikesAt, type Strike } from './points.ts'
import { runPair, type Pair } from './run-pair.ts'
import { scenarios } from './scenarios.ts'
import { prepareStage, type Stage } from './stage.ts'

export interface CrashPairsOptions {
  /** Chooses the scenario: as many seeds in a row as there are scenarios have all of them. */
  readonly seed: number
  readonly count: number
  /** This pair alone. */
  readonly only?: number | undefined
}

export interface CrashPairsReport {
  readonly scenario: string
  readonly pairs: number
  readonly reads: number
  /** `pair` makes it again, as `pairs:` with it. */
  readonly violations: readonly { readonly pair: string; readonly message: string }[]
}

function randomStrike(stage: Stage, random: Random): Strike {
  const fault = random.pick(faults)
  const { n } = random.pick(stage.points.filter((point) => strikesAt(fault, point)))
  return { fault, form: random.pick(formsOf[fault]), at: n }
}

/** The pair at `index` of a series. */
function pairOf(stage: Stage, seed: number, index: number): Pair {
  const random = seeded(seedOf(seed, index))
  return {
    first: randomStrike(stage, random),
    second: randomStrike(stage, random),
    sameEngine: random.oneIn(2),
  }
}

const nameOf = ({ fault, form, at }: Strike) => `${fault} ${form} at ${at}`

/** Random pairs of faults in one scenario. */
export async function runCrashPairs({ seed, count, only }: CrashPairsOptions): Promise<CrashPairsReport> {
  const scenario = scenarios[seed % scenarios.length]!
  const violations: { pair: string; message: string }[] = []
  let [pairs, reads] = [0, 0]
  await guarded(async (run) => {
    const stage = await prepareStage(scenario)
    for (let index = only ?? 0; index < (only === undefined ? count : only + 1); index++) {
      const pair = pairOf(stage, seed, index)
      const problem = await run(async () => {
        reads += await runPair(stage, pair)
      })
      pairs++
      if (!problem) continue
      const { first, second, sameEngine } = pair
      const story = `${scenario.name}: ${nameOf(first)}, then ${sameEngine ? 'the same' : 'a new'} engine: ${nameOf(second)}`
      violations.push({ pair: `${seed}:${index}`, message: `${story}: ${problem}` })
    }
  })
  return { scenario: scenario.name, pairs, reads, violations }
}
