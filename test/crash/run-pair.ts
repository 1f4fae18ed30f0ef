import { checkEnd, checkToken, ends, hashOf, oncePer, recover, viewedOnce } from './checks.ts'
import { readDisk, writeDisk } from './disk.ts'
import { settle } from '@waraq/test-support/at-rest'
import { SharedLocks } from '@waraq/test-support/locks'
import type { Strike } from './points.ts'
import { later, work, worldOf, type Stage } from './stage.ts'
import { Watch } from './watch.ts'
import type { World } from './world.ts'

/** Two faults in one story: the second one meets the engine that goes on after the first. */
export interface Pair {
  readonly first: Strike
  /** Its point is counted from where that one begins. */
  readonly second: Strike
  /** Whether the engine that survived the first fault goes on, or a new one. */
  readonly sameEngine: boolean
}

/** Lets the world work until it ends or dies, with a reader looking on. */
async function live(world: World, stage: Stage, watch: Watch, what: string): Promise<void> {
  const end = checkEnd(work(world, stage.scenario), what)
  end.catch(() => undefined)
  await ends(Promise.race([world.struck, world.died, end]), what)
  if (!world.dead) await ends(watch.look(), 'A read during the fault')
  await ends(Promise.race([world.died, end]), what)
}

/** After a fault the stored content is whole, and no token covers missing content. */
async function checkDisk(stage: Stage, disk: IDBFactory, watch: Watch): Promise<void> {
  // A reader notes damage after its read.
  await settle()
  const image = readDisk(disk)
  const view = await ends(viewedOnce(stage, image, hashOf(image)), 'A read after the fault')
  watch.see(view)
  await checkToken(stage, image, (when, filter) => watch.seeNew(view, when, filter))
}

/** Lives through the pair and goes on with one more engine. Returns how many reads were checked. */
export async function runPair(stage: Stage, { first, second, sameEngine }: Pair): Promise<number> {
  const { scenario, service } = stage
  const disk = writeDisk(stage.image)
  const tab = { disk, service, later, locks: new SharedLocks() }
  const watch = new Watch(disk, stage.expected, scenario.atOnce)
  let world = worldOf(scenario, { ...tab, strike: first })
  await live(world, stage, watch, 'The first struck sync')
  await checkDisk(stage, disk, watch)
  if (!world.dead && sameEngine) world.points.strikeAgain(second)
  else {
    world.points.takeAway()
    if (!world.dead) await ends(world.engine.close(), 'Closing')
    world = worldOf(scenario, { ...tab, strike: second })
  }
  await live(world, stage, watch, 'The second struck sync')
  await checkDisk(stage, disk, watch)
  world.points.takeAway()
  if (!world.dead) await ends(world.engine.close(), 'Closing')
  await settle()
  const image = readDisk(disk)
  await oncePer(stage.recoveries, `after two ${hashOf(image)}`, () => recover(stage, tab, image, watch))
  watch.close()
  return watch.reads
}
