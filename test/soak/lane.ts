import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { kinds, type Failure } from './kinds.ts'

/** What a lane has done so far; `test/scripts/soak.mjs` reads it. */
export interface LaneReport {
  readonly kinds: readonly {
    readonly name: string
    readonly done: number
    readonly firstSeed: number
    readonly lastSeed: number
  }[]
  readonly failures: readonly Failure[]
}

/** A failure is seldom alone; so many say enough. */
const mostFailures = 20

/** Seeds of the lanes are this far apart; odd, because crash pairs take their scenario from a seed. */
const laneSpan = 2 ** 28 + 5

interface Done {
  done: number
  next: number
}

/** One core's share of `pnpm soak`: each kind in turn, each turn with new seeds, until the time is over. */
export function describeLane(lane: number): void {
  const { WARAQ_SOAK_MINUTES, WARAQ_SOAK_REPORTS, WARAQ_SEED } = process.env
  it(`lane ${lane}`, async () => {
    const first = Number(WARAQ_SEED ?? 1) + lane * laneSpan
    const end = performance.now() + Number(WARAQ_SOAK_MINUTES) * 60_000
    const progress = new Map<string, Done>(kinds.map(({ name }) => [name, { done: 0, next: first }]))
    const failures: Failure[] = []

    const report = (): LaneReport => ({
      kinds: [...progress].map(([name, { done, next }]) => ({
        name,
        done,
        firstSeed: first,
        lastSeed: next - 1,
      })),
      failures,
    })

    const isOver = () => performance.now() >= end || failures.length >= mostFailures
    // Each kind at least once, however short the time is.
    for (let turns = 0; turns < kinds.length || !isOver(); turns++) {
      const kind = kinds[turns % kinds.length]!
      const own = progress.get(kind.name)!
      const seed = own.next
      own.next += kind.seedsPerTurn
      const turn = await kind.turn(seed)
      own.done += turn.done
      failures.push(...turn.failures)
      if (WARAQ_SOAK_REPORTS)
        writeFileSync(join(WARAQ_SOAK_REPORTS, `lane-${lane}.json`), JSON.stringify(report()))
    }
    expect(failures.slice(0, mostFailures)).toEqual([])
  })
}
