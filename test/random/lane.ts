import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { addCounts, type Failure } from './kind.ts'
import { kinds } from './kinds.ts'

/** A lane's results so far, by kind; `pnpm test:deep` reads them. */
export interface LaneReport {
  readonly kinds: readonly KindReport[]
  readonly failures: readonly Failure[]
}

export interface KindReport {
  readonly name: string
  readonly done: number
  readonly counts: Readonly<Record<string, number>>
  /** Of processor time, so that other work on the machine does not count. */
  readonly seconds: number
  /** The seeds that were used up, from the first to the one before `nextSeed`. */
  readonly firstSeed: number
  readonly nextSeed: number
}

/** A failure is seldom alone; so many say enough. */
const mostFailures = 20

/** Seeds of the lanes are this far apart; odd, because crash pairs take their scenario from a seed. */
const laneSpan = 2 ** 28 + 5

/**
 * One core's share of `pnpm test:deep`: each kind in turn, each turn with new seeds, until the time is over. Each kind has
 * one turn, however short the time is.
 *
 * WARAQ_LANES says what to do, as JSON.
 */
export function describeLane(lane: number): void {
  const { until, seed, names, reports } = JSON.parse(process.env['WARAQ_LANES']!) as LaneOrder
  it(`lane ${lane}: ${names.join(', ')}`, { timeout: 24 * 60 * 60_000 }, async () => {
    const chosen = kinds.filter(({ name }) => names.includes(name))
    const first = seed + lane * laneSpan
    const progress = chosen.map((kind) => ({
      kind,
      done: 0,
      seconds: 0,
      nextSeed: first,
      counts: {} as Record<string, number>,
    }))
    const failures: Failure[] = []
    const report = (): LaneReport => ({
      kinds: progress.map(({ kind, ...rest }) => ({ name: kind.name, firstSeed: first, ...rest })),
      failures,
    })

    const isOver = () => Date.now() >= until || failures.length >= mostFailures
    for (let turns = 0; turns < chosen.length || !isOver(); turns++) {
      const own = progress[turns % progress.length]!
      const began = process.cpuUsage()
      const turn = await own.kind.turn(own.nextSeed)
      own.nextSeed += own.kind.seedsPerTurn
      own.done += turn.done
      const { user, system } = process.cpuUsage(began)
      own.seconds += (user + system) / 1e6
      addCounts(own.counts, turn.counts)
      failures.push(...turn.failures)
      writeFileSync(reports[lane]!, JSON.stringify(report()))
    }
    expect(failures).toEqual([])
    expect(progress.flatMap(({ kind, done, counts }) => kind.judge(done, counts))).toEqual([])
  })
}

/** The order that the lanes get. */
export interface LaneOrder {
  /** When the time is over, in milliseconds since 1970. */
  readonly until: number
  readonly seed: number
  /** The kinds to take in turn. */
  readonly names: readonly string[]
  /** Each lane's file for its report. */
  readonly reports: readonly string[]
}
