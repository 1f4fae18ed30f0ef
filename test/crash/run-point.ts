import { settle } from '@waraq/test-support/at-rest'
import { SharedLocks } from '@waraq/test-support/locks'
import { checkEnd, checkToken, ends, expectCurrent, hashOf, oncePer, recover, viewedOnce } from './checks.ts'
import { readDisk, writeDisk } from './disk.ts'
import { describePoint, type Strike } from './points.ts'
import { later, work, worldOf, type Stage } from './stage.ts'
import { Violation, Watch } from './watch.ts'

/**
 * One run: struck at the point, gone on with by the same engine and by a new one, held against what the service has.
 * Unless `thorough`, an engine does not go on from where one already did after the same fault with the same outcome and the
 * same disk. Returns how many reads were checked.
 */
export async function runPoint(stage: Stage, strike: Strike, thorough: boolean): Promise<number> {
  const { scenario, service } = stage
  const disk = writeDisk(stage.image)
  const tab = { disk, service, later, locks: new SharedLocks() }
  const watch = new Watch(disk, stage.expected, scenario.atOnce)
  const world = worldOf(scenario, { ...tab, strike })
  const end = checkEnd(work(world, scenario), 'The struck sync')
  end.catch(() => undefined)
  await ends(Promise.race([world.struck, end]), 'The run until the fault')
  const expectedPoint = stage.points[strike.at - 1]!
  const { struck } = world.points
  if (!struck || describePoint(struck) !== describePoint(expectedPoint))
    throw new Violation(`The run is not the calm one: ${struck ? describePoint(struck) : 'no fault struck'}`)
  if (!world.dead) await ends(watch.look(), 'A read during the fault')

  const came = world.dead ? 'death' : await end
  // A reader notes damage after its read.
  await settle()
  const image = readDisk(disk)
  const hash = hashOf(image)
  if (world.dead && hash !== hashOf(stage.committed[strike.at - 1]!))
    throw new Violation('The death left something else than what was committed')
  const view = await ends(viewedOnce(stage, image, hash), 'A read after the fault')
  watch.see(view)
  await checkToken(stage, image, (when, filter) => watch.seeNew(view, when, filter))
  world.points.takeAway()
  if (!world.dead) {
    if (strike.form === 'once') {
      const name = `same engine ${strike.fault} ${came} ${hash}`
      await oncePer(stage.recoveries, thorough ? null : name, async () => {
        await expectCurrent(world, stage, "The same engine's next sync")
        await watch.expectNew('after the same engine went on')
      })
    }
    await ends(world.engine.close(), 'Closing')
  }

  // The next engine knows the disk and nothing else.
  const found = world.dead ? image : readDisk(disk)
  const name = `next engine ${hashOf(found)}`
  await oncePer(stage.recoveries, name, () => recover(stage, tab, found, watch))
  watch.close()
  return watch.reads
}
