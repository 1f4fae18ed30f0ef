import { seeded, seedOf, type Random } from '@waraq/test-support/random'
import { HostileBench, type Attack } from './hostile-bench.ts'
import { randomLiar } from './hostile-service.ts'
import { watchPrototypes } from './prototypes.ts'
import type { SmallService } from './small-service.ts'

export interface HostileRoundsReport {
  readonly rounds: number
  /** Lies that kept all rules, so that nothing showed them. */
  readonly believed: number
  readonly outcomes: Readonly<Record<string, number>>
  readonly rejectedRows: number
  /** Times that readers were brought back to what the service has. */
  readonly healings: number
  /** Healings before which the feed seemed to have gone back. */
  readonly wentBack: number
}

/** A series is a database and a service of its own, so a failure is replayed from its series' seed. */
const roundsPerSeries = 100
const roundsPerEngine = 50
/** At most so many rejected lies follow each other before an honest sync has to repair all of their effects. */
const mostUnhealed = 3

class Tally {
  rounds = 0
  believed = 0
  rejectedRows = 0
  healings = 0
  wentBack = 0
  readonly outcomes = new Map<string, number>()
}

/** Changes what the service has, so that there is something to ask for, and chooses which answer will be a lie. */
function randomAttack(model: SmallService, random: Random): Attack {
  model.change(random)
  const kind = random.oneIn(3) ? 'snapshot' : 'page'
  const second = random.oneIn(4)
  // Enough of both to ask for: two snapshots, or a second page.
  if (kind === 'snapshot' || second) model.invalidateAll()
  if (second) model.touchAll()
  const pages = kind === 'page' && !second && random.oneIn(6) ? 1 : undefined
  return { kind, skip: second ? 1 : 0, pages, liar: randomLiar(random) }
}

/** Rejects with the number of the round that broke a promise. */
async function runSeries(seed: number, tally: Tally): Promise<void> {
  const bench = new HostileBench()
  let unhealed = 0
  const heal = async (lied: boolean) => {
    unhealed = 0
    tally.healings++
    if (await bench.heal(lied)) tally.wentBack++
  }
  await bench.open()
  let rounds = 0
  for (let attempt = 0; rounds < roundsPerSeries; attempt++) {
    try {
      const round = await bench.round(randomAttack(bench.service.model, seeded(seedOf(seed, attempt))))
      const { reported, believed, report } = round
      if (!reported && unhealed === 0) throw new Error('no hostile body went out')
      if (reported) {
        rounds++
        tally.rounds++
        tally.outcomes.set(report.outcome, (tally.outcomes.get(report.outcome) ?? 0) + 1)
        tally.rejectedRows += report.rowsRejected
        if (believed) tally.believed++
      }
      // A believed lie is healed before the next one, so that it cannot excuse the effects of another.
      if (believed || !reported || ++unhealed === mostUnhealed) await heal(believed)
      if (reported && rounds % roundsPerEngine === 0) await bench.reopen()
    } catch (error) {
      throw new Error(`seed ${seed}, round ${rounds}: ${String(error)}`, { cause: error })
    }
  }
  bench.service.model.invalidateAll()
  await heal(false)
  const left = await bench.leftovers()
  await bench.close()
  if (left.length > 0) throw new Error(`seed ${seed}: left over: ${left.join(', ')}`)
}

const timersLeft = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

/** Does the work; rejects where it leaves a timer, a rejection or a changed prototype behind. */
async function leavingNothing(work: () => Promise<void>): Promise<void> {
  const untouched = watchPrototypes()
  const timers = timersLeft()
  const rejections: unknown[] = []
  const onRejection = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', onRejection)
  try {
    await work()
  } finally {
    process.off('unhandledRejection', onRejection)
  }
  untouched()
  if (rejections.length > 0) throw new Error('a rejection that no code handles', { cause: rejections[0] })
  // A request or a deadline that is left would wait for something that does not come.
  if (timersLeft() > timers) throw new Error(`${timersLeft() - timers} timers are left`)
}

/**
 * A real engine through one series of rounds of one hostile body each. After each, readers see what they saw or what was
 * sent, and after honest syncs exactly what the service has. Rejects at the first that is otherwise.
 */
export async function runHostileRounds(seed: number): Promise<HostileRoundsReport> {
  const tally = new Tally()
  const { stackTraceLimit } = Error
  // Half of the bodies end in an error, and most of what an error costs is its stack.
  Error.stackTraceLimit = 0
  try {
    await leavingNothing(() => runSeries(seed, tally))
  } catch (error) {
    // The same once more, with stack traces.
    Error.stackTraceLimit = stackTraceLimit
    await runSeries(seed, new Tally())
    throw error
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  const { outcomes, ...counts } = tally
  return { ...counts, outcomes: Object.fromEntries(outcomes) }
}
