import type { ResourceKey } from '@waraq/protocol'
import type { SyncReport } from 'waraq'
import { refreshLimits } from '../../packages/waraq/src/sync/run/plan/refreshes.ts'
import type { TimedSyncOptions } from '../../packages/waraq/src/sync/run/sync-options.ts'
import { sharingLimits } from '../../packages/waraq/src/sync/run/sharing.ts'
import { firstLimits } from '../../packages/waraq/src/store/packer.ts'
import { readDisk, recordsOf, writeDisk, type DiskImage } from './disk.ts'
import type { Point } from './points.ts'
import { stock, type Scenario } from './scenarios.ts'
import { Service } from './service.ts'
import { textOf, Watch, type Expected, type View } from './watch.ts'
import { World, type WorldOptions } from './world.ts'

/** A scenario made ready: the disk to begin with, the service, what readers may see, and the points of a calm run. */
export interface Stage {
  readonly scenario: Scenario
  readonly service: Service
  readonly image: DiskImage | null
  readonly expected: readonly Expected[]
  /** Sequence at which a token covers all that is new. */
  readonly upTo: number
  readonly points: readonly Point[]
  /** The committed content at each point, which a death there leaves; the same object while it does not change. */
  readonly committed: readonly (DiskImage | null)[]
  /** Requests of the calm run. */
  readonly requests: readonly string[]
  /** Outcomes of going on, by the engine and the disk. */
  readonly recoveries: Map<string, Promise<void>>
  /** What a new reader gets, by what is on the disk. */
  readonly views: Map<string, Promise<View>>
}

function serviceText(service: Service, key: ResourceKey): string | null {
  const { public: isPublic } =
    service.sandbox.resources.find(({ group, id }) => `${group}:${id}` === key) ?? {}
  return isPublic ? textOf(service.sandbox.snapshotRows(key) ?? []) : null
}

function keysOf(service: Service): ResourceKey[] {
  return service.sandbox.resources.map(({ group, id }) => `${group}:${id}` as ResourceKey)
}

async function imageBefore(scenario: Scenario, service: Service): Promise<DiskImage | null> {
  if (scenario.before.length === 0) return null
  const disk = writeDisk(null)
  const world = worldOf(scenario, { disk, service })
  for (const filter of scenario.before) await world.engine.subscribe(filter)
  for (let round = 0; round < 2; round++) {
    const { outcome, runs } = await world.engine.sync()
    if (outcome !== 'current') throw new Error(`${scenario.name}: ${JSON.stringify(runs)}`)
  }
  for (const live of scenario.lived ?? []) {
    live(service.sandbox)
    service.changed()
    const { outcome, runs } = await world.engine.sync()
    if (outcome !== 'current') throw new Error(`${scenario.name}: ${JSON.stringify(runs)}`)
  }
  await world.storage.idle()
  await world.engine.close()
  return readDisk(disk)
}

/** A tab in the scenario. */
export function worldOf(
  { room, perPage, sharesAfterMs = hourMs, background = false, arrives = false }: Scenario,
  options: WorldOptions,
): World {
  sharingLimits.restMs = sharesAfterMs
  refreshLimits.leastBytes = background ? 1 : 1_000_000
  Object.assign(firstLimits, arrives ? { rows: 4, bytes: 256 } : { rows: 16, bytes: 4096 })
  return new World({ room, perPage, inParts: arrives, ...options })
}

/** The calls to the engine under test; resolves once the engine has cleaned up after them, too. */
export async function work(world: World, scenario: Scenario): Promise<SyncReport> {
  try {
    for (const filter of scenario.asked) await world.engine.subscribe(filter)
    const background: TimedSyncOptions = { background: true }
    if (scenario.background) await world.engine.sync(background)
    return await world.engine.sync()
  } finally {
    await world.storage.idle()
  }
}

/** Does everything that is the same for all points of a scenario, and counts the points in a run that nothing disturbs. */
export async function prepareStage(scenario: Scenario): Promise<Stage> {
  const service = new Service(scenario.resources)
  stock(service.sandbox, scenario)
  const plain = await imageBefore(scenario, service)
  const before = new Map(keysOf(service).map((key) => [key, serviceText(service, key)]))
  const image = plain && scenario.damage ? scenario.damage(plain) : plain
  scenario.change(service.sandbox)
  service.changed()

  const isAsked = (key: ResourceKey) => scenario.before.length > 0 && wasListed(plain, key)
  const expected = keysOf(service).map((key) => ({
    key,
    before: scenario.damaged?.includes(key) || !isAsked(key) ? null : (before.get(key) ?? null),
    after: scenario.gone?.includes(key) ? null : serviceText(service, key),
    ...(scenario.arrives && {
      arrives: service.sandbox.snapshotRows(key)!.map((row) => JSON.stringify(row)),
    }),
  }))

  const disk = writeDisk(image)
  const watch = new Watch(disk, expected, scenario.atOnce)
  const world = worldOf(scenario, { disk, service, later })
  // Readers that read nearly all the time see only whole states, at every moment of a calm run. Without a turn of the event loop in
  // between, the in-memory IndexedDB would do twice as many of their reads in each turn as in the one before.
  let over = false
  const looking = (async () => {
    while (!over) {
      await watch.look()
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const { outcome, runs } = await work(world, scenario)
  over = true
  await looking
  if (outcome !== 'current') throw new Error(`${scenario.name}: ${outcome} ${JSON.stringify(runs)}`)
  await watch.expectNew('after the calm run')
  if (scenario.arrives && watch.arrived === 0) throw new Error(`${scenario.name}: nothing was seen to arrive`)
  await world.engine.close()
  watch.close()

  if (scenario.sharesAfterMs !== undefined && ![image, readDisk(disk)].some(hasSharedToken))
    throw new Error(`${scenario.name}: no token is shared`)

  const counted = writeDisk(image)
  const points: Point[] = []
  const committed: (DiskImage | null)[] = []
  let latest = image
  const onPoint = (point: Point) => {
    if (point.kind === 'committed') latest = readDisk(counted)
    points.push(point)
    committed.push(latest)
  }
  const counting = worldOf(scenario, { disk: counted, service, later, onPoint })
  await work(counting, scenario)
  await counting.engine.close()
  if (scenario.background && !committed.some(isPostponed))
    throw new Error(`${scenario.name}: nothing was left for later`)
  return {
    scenario,
    service,
    image,
    expected,
    upTo: service.sandbox.sequence,
    points,
    committed,
    requests: counting.requests,
    recoveries: new Map(),
    views: new Map(),
  }
}

const hourMs = 60 * 60 * 1000

/** The world that prepared the disk has been gone for so long. */
export const later = 60_000

function hasSharedToken(image: DiskImage | null): boolean {
  return recordsOf<{ shared?: unknown }>(image, 'subscriptions').some(({ shared }) => shared !== undefined)
}

function isPostponed(image: DiskImage | null): boolean {
  return recordsOf<{ lastRun?: { errorCode: string | null } | null }>(image, 'subscriptions').some(
    ({ lastRun }) => lastRun?.errorCode === 'postponed',
  )
}

function wasListed(image: DiskImage | null, key: ResourceKey): boolean {
  const subscriptions = image?.stores.find(({ name }) => name === 'subscriptions')?.records ?? []
  return subscriptions.some(({ listed }) => (listed as string[]).includes(key))
}
