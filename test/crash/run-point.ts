import { createHash } from 'node:crypto'
import { isWaraqError } from '@waraq/contract'
import type { SyncReport } from '@waraq/engine'
import { leftovers, readDisk, recordsOf, writeDisk, type DiskImage } from './disk.ts'
import { knownLeftovers } from './known-defects.ts'
import { describePoint } from './points.ts'
import { later, work, worldOf, type Stage } from './stage.ts'
import { Violation, Watch } from './watch.ts'
import type { Strike, World } from './world.ts'

/** What a run may take, in real milliseconds; a hundred times what one takes. */
const patienceMs = 4_000

/** How long a successor waits before it takes a dead world's lease: the lease, and a little. */
const leaseOverMs = 31_000

/** The promise's own end, or a violation when it does not end. */
async function ends<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Violation(`${what} does not settle`)), patienceMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A struck call may fail or report a failure, in our own words; nothing else may come of it. Returns what came. */
async function checkEnd(calling: Promise<SyncReport>, what: string): Promise<string> {
  try {
    const { runs } = await ends(calling, what)
    for (const { error } of runs)
      if (error?.code === 'internal') throw new Violation(`${what} met an error that it does not know`)
    return runs.map(({ outcome, error }) => `${outcome} ${error?.code ?? ''}`).join()
  } catch (error) {
    if (error instanceof Violation || !isWaraqError(error)) throw error
    return `rejected ${error.code}`
  }
}

async function expectCurrent(world: World, stage: Stage, what: string): Promise<void> {
  const sent = world.requests.length
  const report = await ends(work(world, stage.scenario), what)
  if (report.outcome !== 'current') {
    const problems = report.runs.map(
      ({ filter, outcome, error }) => `${filter} ${outcome} ${error?.code ?? ''}`,
    )
    throw new Violation(`${what} ended ${report.outcome}: ${problems.join('; ')}`)
  }
  if (world.requests.length - sent > 2 * stage.requests.length)
    throw new Violation(`${what} asked ${world.requests.length - sent} times`)
}

/** A token that vouches for the new rows is nowhere before they are. */
async function checkToken(image: DiskImage | null, watch: Watch, stage: Stage): Promise<void> {
  const subscriptions = recordsOf<{ filter: string; sequence: number | null }>(image, 'subscriptions')
  for (const { filter, sequence } of subscriptions) {
    if (sequence === stage.bound)
      await watch.expectNew(`although the token of ${filter} vouches for it`, filter)
  }
}

/** What a survived journal spares the next engine: the pages, where it has them all, and the snapshots that were committed. */
function sparedBy({ scenario }: Stage, image: DiskImage | null): string[] {
  const journals = recordsOf<{ complete: boolean; mode: string }>(image, 'journals')
  const resumes = journals.some(({ complete, mode }) => complete && mode === 'bootstrap')
  // Where there was something before, what is installed need not be what this bootstrap installed.
  if (!resumes || scenario.before.length > 0) return []
  const installed = recordsOf<{ key: string; status: string }>(image, 'resources')
  return ['sync', ...installed.filter(({ status }) => status === 'installed').map(({ key }) => key)]
}

/**
 * One run: struck at the point, gone on with by the same engine and by a new one, held against what the service has.
 * Unless `thorough`, an engine does not go on from where one already did after the same fault with the same outcome and the
 * same disk. Returns how many reads were checked.
 */
export async function runPoint(stage: Stage, strike: Strike, thorough: boolean): Promise<number> {
  const { scenario, service } = stage
  const disk = await writeDisk(stage.image)
  const watch = new Watch(disk, stage.expected, scenario.atOnce)
  const world = worldOf(scenario, { disk, service, strike, later })
  const calling = work(world, scenario)
  const end = checkEnd(calling, 'The struck sync')
  end.catch(() => undefined)
  await ends(Promise.race([world.struck, end]), 'The run until the fault')
  const expectedPoint = stage.points[strike.at - 1]!
  const { struck } = world.points
  if (!struck || describePoint(struck) !== describePoint(expectedPoint))
    throw new Violation(`The run is not the calm one: ${struck ? describePoint(struck) : 'no fault struck'}`)
  await ends(watch.look(), 'A read during the fault')

  const came = world.dead ? 'death' : await end
  const image = await ends(readDisk(disk), 'Reading the disk after the fault')
  await ends(checkToken(image, watch, stage), 'Reading after the fault')
  await ends(watch.look(), 'A read after the fault')
  world.points.takeAway()
  if (!world.dead) {
    if (strike.form === 'once') {
      const name = `same engine ${strike.fault} ${came} ${hashOf(image)}`
      await oncePer(stage, thorough ? null : name, async () => {
        await expectCurrent(world, stage, "The same engine's next sync")
        await watch.expectNew('after the same engine went on')
      })
    }
    await ends(world.engine.close(), 'Closing')
  }

  // The next engine knows the disk and nothing else.
  const found = world.dead ? image : await readDisk(disk)
  await oncePer(stage, `next engine ${hashOf(found)}`, () => recover(stage, disk, found, watch))
  watch.close()
  return watch.reads
}

/** What is on the disk, but for who wrote it, which is random, and how often, which makes no difference to the next one. */
function hashOf(image: DiskImage | null): string {
  const same = (field: string, value: unknown) =>
    ['holder', 'fence', 'version'].includes(field) && value !== '' ? 0 : value
  return createHash('sha1').update(JSON.stringify(image, same)).digest('base64')
}

/** Does the work unless it was done under this name already; what came of it then holds again. */
function oncePer(stage: Stage, name: string | null, work: () => Promise<void>): Promise<void> {
  const done = name === null ? undefined : stage.recoveries.get(name)
  if (done) return done
  const recovery = work()
  recovery.catch(() => undefined)
  if (name !== null) stage.recoveries.set(name, recovery)
  return recovery
}

async function recover(stage: Stage, disk: IDBFactory, image: DiskImage | null, watch: Watch): Promise<void> {
  const { scenario, service } = stage
  const next = worldOf(scenario, { disk, service, later: later + leaseOverMs })
  await expectCurrent(next, stage, "The next engine's sync")
  const spared = sparedBy(stage, image)
  const again = next.requests.filter((name) => spared.includes(name))
  if (again.length > 0) throw new Violation(`Asked again for what was committed: ${again.join()}`)
  await checkToken(await readDisk(disk), watch, stage)
  await expectCurrent(next, stage, 'One more sync')
  await ends(next.engine.close(), 'Closing the next engine')
  await watch.expectNew('at the end')
  const found = leftovers((await readDisk(disk))!)
  const known = knownLeftovers(scenario.name)
  for (const each of found) if (known.includes(each)) stage.tolerated.add(each)
  const left = found.filter((each) => !known.includes(each))
  if (left.length > 0) throw new Violation(`Left over: ${left.join(', ')}`)
}
