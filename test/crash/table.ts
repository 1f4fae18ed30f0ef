import { expect } from 'vitest'
import { isWaraqError, type WaraqError } from '@waraq/protocol'
import { readDisk, recordsOf, writeDisk, type DiskImage } from './disk.ts'
import { scenarios } from './scenarios.ts'
import { later, prepareStage, work, worldOf, type Stage } from './stage.ts'
import { Watch } from './watch.ts'
import type { World, WorldOptions } from './world.ts'

/** The beginning of each row in the table of storage faults: a stage, its disk, a reader, and engines on it. */
export interface Table {
  readonly stage: Stage
  readonly disk: IDBFactory
  readonly watch: Watch
  newWorld(options?: Partial<WorldOptions>): World
  /** Rows and tokens are what they were before the fault. */
  expectUntouched(): Promise<void>
  /** A sync of this world, or of a new one, ends current and with the rows that the service has. */
  expectRecovery(world?: World): Promise<void>
}

export async function setTable(name: string, damage?: (image: DiskImage) => DiskImage): Promise<Table> {
  const stage = await prepareStage(scenarios.find((scenario) => scenario.name === name)!)
  const { scenario, service } = stage
  const disk = writeDisk(stage.image && damage ? damage(stage.image) : stage.image)
  const watch = new Watch(disk, stage.expected, scenario.atOnce)
  let worlds = 0
  const newWorld = (options: Partial<WorldOptions> = {}) =>
    worldOf(scenario, { disk, service, later: later * ++worlds, ...options })
  return {
    stage,
    disk,
    watch,
    newWorld,
    async expectUntouched() {
      const image = readDisk(disk)
      expect(recordsOf(image, 'resources')).toEqual(recordsOf(stage.image, 'resources'))
      expect(tokens(image)).toEqual(tokens(stage.image))
      for (const { key, before } of stage.expected)
        expect([key, await watch.read(key)]).toEqual([key, before])
    },
    async expectRecovery(world = newWorld()) {
      expect((await work(world, scenario)).outcome).toBe('current')
      await watch.expectNew('after the next run')
      await world.engine.close()
    },
  }
}

function tokens(image: DiskImage | null) {
  return recordsOf<{ filter: string; token: string | null; sequence: number | null }>(
    image,
    'subscriptions',
  ).map(({ filter, token, sequence }) => ({ filter, token, sequence }))
}

/** The error that a sync ended with, thrown or reported. */
export async function errorOf(world: World): Promise<WaraqError> {
  try {
    const { runs } = await world.engine.sync()
    const error = runs.find((run) => run.error)?.error
    if (error) return error as WaraqError
  } catch (error) {
    if (isWaraqError(error)) return error
    throw error
  }
  throw new Error('The sync did not fail')
}

export async function errorCodeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    return isWaraqError(error) ? error.code : `a foreign error: ${String(error)}`
  }
  return 'none'
}
