import { runCrashPairs } from '../crash/run-pairs.ts'
import { runMalformedBodies } from '../hostile/run-bodies.ts'
import { roundsPerSeries, runHostileRounds } from '../hostile/run-rounds.ts'
import { PlanHistory } from '../simulation/plan/history.ts'
import { runHistories } from '../simulation/run-histories.ts'

export interface Failure {
  /** Shows it again. */
  readonly command: string
  readonly message: string
}

/** What one turn came to. */
export interface Turn {
  readonly done: number
  readonly failures: readonly Failure[]
}

/** One of the things that a soak does in turn: a few seconds of it, from one seed. */
export interface Kind {
  readonly name: string
  /** Seeds that one turn uses up, from the one it is given. */
  readonly seedsPerTurn: number
  turn(seed: number): Promise<Turn>
}

const vitest = 'npx vitest run --project node'

function messageOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause === undefined ? message : `${message}\n${messageOf(cause)}`
}

/** A turn of so many, or a failure in its midst. */
async function all(done: number, command: string, work: () => Promise<unknown>): Promise<Turn> {
  try {
    await work()
    return { done, failures: [] }
  } catch (error) {
    return { done: 0, failures: [{ command, message: messageOf(error) }] }
  }
}

const histories: Kind = {
  name: 'histories',
  seedsPerTurn: 1,
  async turn(seed) {
    const { totals, failure } = await runHistories({ seed, count: 50 })
    return { done: totals.histories, failures: failure ? [failure] : [] }
  },
}

const planHistories: Kind = {
  name: 'plan histories',
  seedsPerTurn: 20_000,
  turn(seed) {
    const failures: Failure[] = []
    for (let each = seed; each < seed + this.seedsPerTurn; each++) {
      try {
        new PlanHistory(each).run()
      } catch (error) {
        const command = `WARAQ_PLAN_SEED=${each} ${vitest} test/simulation/plan-histories.test.ts`
        failures.push({ command, message: messageOf(error) })
      }
    }
    return Promise.resolve({ done: this.seedsPerTurn, failures })
  },
}

const crashPairs: Kind = {
  name: 'crash pairs',
  seedsPerTurn: 1,
  async turn(seed) {
    const { pairs, violations } = await runCrashPairs({ seed, count: 50 })
    const failures = violations.map(({ pair, message }) => ({
      command: `WARAQ_PAIR=${pair} ${vitest} test/crash/crash-pairs.test.ts`,
      message,
    }))
    return { done: pairs, failures }
  },
}

const bodiesPerTurn = 20_000

const bodies: Kind = {
  name: 'malformed bodies',
  seedsPerTurn: 1,
  turn: (seed) =>
    all(
      bodiesPerTurn,
      `WARAQ_SEED=${seed} WARAQ_BODIES=${bodiesPerTurn} ${vitest} test/hostile/validator.test.ts`,
      () => runMalformedBodies({ seed, count: bodiesPerTurn }),
    ),
}

const rounds: Kind = {
  name: 'hostile rounds',
  seedsPerTurn: 1,
  turn: (seed) =>
    all(
      roundsPerSeries,
      `WARAQ_SEED=${seed} WARAQ_E2E=${roundsPerSeries} ${vitest} test/hostile/rounds-first-half.test.ts`,
      () => runHostileRounds({ seeds: [seed] }),
    ),
}

export const kinds: readonly Kind[] = [histories, planHistories, crashPairs, bodies, rounds]
