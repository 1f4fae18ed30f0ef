import { runCrashPairs } from '../crash/run-pairs.ts'
import { runCrashPoints } from '../crash/run-points.ts'
import { checkMalformedBody, runMalformedBodies } from '../hostile/run-bodies.ts'
import { runHostileRounds } from '../hostile/run-rounds.ts'
import { runPlan } from '../simulation/plan/run-plan.ts'
import { replayHistory, runHistories } from '../simulation/run-histories.ts'
import { replayVariations, runVariations, variations } from '../user-data/simulation/metamorphic.ts'
import { isDeep } from '@waraq/test-support/runs'
import * as userHistories from '../user-data/simulation/run-histories.ts'
import { messageOf, type Failure, type Kind, type Turn } from './kind.ts'

/** A sentence where a share of the whole is too small or too large to prove anything. */
function outside(name: string, share: number, [least, most]: readonly [number, number]): string[] {
  return share > least && share < most ? [] : [`${name}: a share of ${share}, not from ${least} to ${most}`]
}

/** A sentence where an event that should occur now and then never did. */
function missing(counts: Readonly<Record<string, number>>, names: readonly string[]): string[] {
  return names.filter((name) => !(counts[name]! > 0)).map((name) => `${name}: none`)
}

/** A turn of work that rejects at its first failure. */
async function untilFailure(replay: string, work: () => Promise<Omit<Turn, 'failures'>>): Promise<Turn> {
  try {
    return { ...(await work()), failures: [] }
  } catch (error) {
    return { done: 0, counts: {}, failures: [{ replay, message: messageOf(error) }] }
  }
}

function throwAll(messages: readonly string[]): void {
  if (messages.length > 0) throw new Error(messages.join('\n\n'))
}

/** The real engine in virtual time, with several tabs, faults and a model of the service. */
const histories: Kind = {
  name: 'histories',
  group: 'simulation',
  seedsPerTurn: 1,
  async turn(seed) {
    const { totals, failure } = await runHistories({ seed, count: 12 })
    const { requests, events, checks, reads, shared, postponed, partial, arrived, repeated } = totals
    const counts = { requests, events, checks, reads, shared, postponed, partial, arrived, repeated }
    const done = totals.histories
    if (!failure) return { done, counts, failures: [] }
    const { path, history, message } = failure
    const reported = `${message}\nHistory: ${JSON.stringify(history)}`
    return { done, counts, failures: [{ replay: `histories:${failure.seed}:${path}`, message: reported }] }
  },
  judge: (done, counts) =>
    missing(counts, [
      'requests',
      'checks',
      'reads',
      'shared',
      // One history in some dozens has the first, and in some hundreds the other; a busy machine gets to few.
      ...(done < 200 ? [] : ['repeated']),
      ...(done < 1_000 ? [] : ['postponed']),
      'partial',
      'arrived',
    ]),
  async replay(which) {
    const [seed, ...path] = which.split(':')
    await replayHistory(Number(seed), path.join(':'))
  },
}

/** The first of each turn is lived twice, so turns are longer where the time is given. */
const historiesPerTurn = isDeep ? 6 : 3

/** The user data of two devices in virtual time, by either way, with several tabs, accounts and faults. */
const userData: Kind = {
  name: 'user-histories',
  group: 'user-histories',
  seedsPerTurn: 1,
  async turn(seed) {
    const { totals, failure } = await userHistories.runHistories(seed, historiesPerTurn)
    const { histories: done, ...counts } = totals
    if (!failure) return { done, counts, failures: [] }
    const reported = `${failure.message}\nHistory: ${JSON.stringify(failure.history)}`
    return {
      done,
      counts,
      failures: [{ replay: `user-histories:${seed}:${failure.path}`, message: reported }],
    }
  },
  judge: (_, counts) => missing(counts, ['repeated', 'mutations', 'requests', 'effects', 'pushed', 'checks']),
  async replay(which) {
    const [seed, ...path] = which.split(':')
    await userHistories.replayHistory(Number(seed), path.join(':'))
  },
}

/** The same user data with answers lost, tabs killed, requests repeated or acts in another order: the end is the same. */
const userVariations: Kind = {
  name: 'user-variations',
  group: 'user-histories',
  seedsPerTurn: 1,
  async turn(seed) {
    const { done, counts, failure } = await runVariations(seed, 3)
    if (!failure) return { done, counts, failures: [] }
    const { path, message } = failure
    return { done, counts, failures: [{ replay: `user-variations:${seed}:${path}`, message }] }
  },
  judge: (_, counts) => missing(counts, variations),
  async replay(which) {
    const [seed, ...path] = which.split(':')
    await replayVariations({ seed: Number(seed), path: path.join(':') })
  },
}

/** Planning alone, against a model of service and store: thousands of schedules in a second. */
const plans: Kind = {
  name: 'plans',
  group: 'plans',
  seedsPerTurn: 2_000,
  turn(seed) {
    const failures: Failure[] = []
    for (let each = seed; each < seed + this.seedsPerTurn; each++) {
      try {
        runPlan(each)
      } catch (error) {
        failures.push({ replay: `plans:${each}`, message: messageOf(error) })
      }
    }
    return Promise.resolve({ done: this.seedsPerTurn, counts: {}, failures })
  },
  judge: () => [],
  replay: async (which) => runPlan(Number(which)),
}

/** Two faults in one story; the scenario follows from the seed. */
const pairs: Kind = {
  name: 'pairs',
  group: 'crash',
  seedsPerTurn: 1,
  async turn(seed) {
    const { pairs: done, reads, violations } = await runCrashPairs({ seed, count: 50 })
    const failures = violations.map(({ pair, message }) => ({ replay: `pairs:${pair}`, message }))
    return { done, counts: { reads }, failures }
  },
  judge: (_, counts) => missing(counts, ['reads']),
  async replay(which) {
    const [seed, only] = which.split(':').map(Number)
    const { violations } = await runCrashPairs({ seed: seed!, count: 1, only })
    throwAll(violations.map(({ message }) => message))
  },
}

const bodiesPerTurn = 2_000

/** Mutated bodies at the gate. */
const bodies: Kind = {
  name: 'bodies',
  group: 'hostile',
  seedsPerTurn: 1,
  turn: (seed) =>
    untilFailure(`bodies:${seed}`, async () => {
      const { bodies: done, accepted, rejectedRows, refusals } = await runMalformedBodies(seed, bodiesPerTurn)
      return { done, counts: { accepted, 'rejected rows': rejectedRows, ...refusals } }
    }),
  judge: (done, counts) => [
    ...outside('accepted', (counts['accepted'] ?? 0) / done, [0.1, 0.8]),
    ...missing(counts, [
      'rejected rows',
      'foreign_address',
      'invalid_response',
      'not_json',
      'truncated_body',
    ]),
  ],
  async replay(which) {
    const [seed, index] = which.split(':').map(Number)
    await (index === undefined ? runMalformedBodies(seed!, bodiesPerTurn) : checkMalformedBody(seed!, index))
  },
}

/** Hostile bodies through the whole engine. */
const rounds: Kind = {
  name: 'rounds',
  group: 'hostile',
  seedsPerTurn: 1,
  turn: (seed) =>
    untilFailure(`rounds:${seed}`, async () => {
      const { rounds: done, believed, rejectedRows, healings, outcomes } = await runHostileRounds(seed)
      return { done, counts: { believed, 'rejected rows': rejectedRows, healings, ...outcomes } }
    }),
  judge: (done, counts) => [
    ...outside('believed', (counts['believed'] ?? 0) / done, [0.1, 0.8]),
    ...missing(counts, ['rejected rows', 'current', 'interrupted', 'partial']),
  ],
  replay: async (which) => void (await runHostileRounds(Number(which))),
}

export const kinds: readonly Kind[] = [histories, userData, userVariations, plans, pairs, bodies, rounds]

export function kindNamed(name: string): Kind {
  const kind = kinds.find((each) => each.name === name)
  if (!kind) throw new Error(`There is no kind "${name}", but ${kinds.map((each) => each.name).join(', ')}`)
  return kind
}

/** Crash points are enumerated, not tried by chance; their failures are replayed all the same. */
async function replayPoints(which: string): Promise<void> {
  const { runs, violations } = await runCrashPoints({ only: which })
  if (runs === 0) throw new Error(`There is no crash point ${which}`)
  throwAll(violations)
}

/** Rejects with the failure that was printed as `kind:what`. */
export async function replay(printed: string): Promise<void> {
  const [name, ...which] = printed.split(':')
  if (name === 'points') await replayPoints(which.join(':'))
  else await kindNamed(name!).replay(which.join(':'))
}
