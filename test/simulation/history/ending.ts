import { unreachable } from '@waraq/test-support/tables'
import { fingerprint } from '../oracle/fingerprint.ts'
import { Violation } from '../oracle/violation.ts'
import { filterAsks } from '@waraq/test-support/model-service'
import { plausible } from '../../../packages/waraq/src/sync/schedule/plausible.ts'
import { scheduleSettings } from '../../../packages/waraq/src/sync/schedule/settings.ts'
import { emptySchedule, type ScheduleRecord } from '../../../packages/waraq/src/store/schedule-record.ts'
import type { ResourceRecord, SubscriptionRecord } from '../../../packages/waraq/src/store/records.ts'
import type { Tab } from '../world/tab.ts'
import { tabCount, type World } from '../world/world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The maximum number of syncs that may be needed when nothing goes wrong any more. */
const mostRounds = 4

/**
 * Ends a history without faults, changes and lagging replicas. I7, I14, I16: all calls end, and a few syncs bring every
 * device to exactly the service's content. Afterwards there are no records that no reader can reach.
 */
export async function endWell(world: World): Promise<void> {
  const { network, service } = world
  network.faults.length = 0
  network.landings.length = 0
  service.lags = false
  network.isQuick = true
  for (const tab of world.tabs) if (tab?.state === 'frozen') tab.state = 'alive'
  if (world.keepsCurrent) await becomeCurrent(world)
  await world.finish(world.tabs.flatMap((tab) => [...(tab?.calls ?? [])]))

  const tab = world.tab(world.random.int(tabCount))
  // From here on no sync starts automatically, so that the database can be compared at rest.
  if (world.keepsCurrent) {
    await world.finish([world.call(tab, 'pause', tab.engine.pause())])
    await untilAtRest(world)
  }
  await catchUp(world, tab)
  // A batch that was under way ended at its own, older bound.
  if (!isUpToDate(world)) await catchUp(world, tab)
  if (network.denied.size > 0) {
    // Once a day, the engine requests a resource that a replica denied again.
    world.time.elapsed += 25 * 60 * minuteMs
    await syncOnce(world, tab)
    network.denied.clear()
  }
  comparePublished(world)
  await syncOnce(world, tab)
  comparePublished(world)
  const left = unreachable(world.oracle.raw)
  if (left.length > 0) throw new Violation('no leftovers', left.join(', '))
  const closed = world.call(tab, 'close', tab.engine.close())
  await world.finish([closed])
}

/** A page is current within this number of milliseconds of the end of a disturbance, or of the time in the timetable. */
const currentMs = 3_000
/**
 * A sync under way may wait for an answer that a fault has swallowed, until its request times out or the database is given
 * up.
 */
const mostInProgressMs = 5 * minuteMs
/** The longest wait for a sync: an hour that the service requested, and the same again if no reader waits. */
const longestTurnMs = 2 * 60 * minuteMs + minuteMs

/** The timetable as it is stored. */
export function schedule({ oracle, time }: World): ScheduleRecord {
  const stored = oracle.raw.all<ScheduleRecord>('meta').find(({ key }) => key === 'schedule') ?? emptySchedule
  return plausible(stored, { now: time.now(), settings: scheduleSettings() })
}

/** Lets events happen until the condition holds. Returns whether it did in time. */
async function within(world: World, ms: number, isSo: () => boolean): Promise<boolean> {
  const until = world.time.elapsed + ms
  await world.rest()
  while (!isSo()) {
    if (!(await world.pump(1, until))) break
  }
  return isSo()
}

/** If a claim was given up, for example by a caller who took it over and gave up, the run continues. */
const isAtRest = (world: World): boolean =>
  schedule(world).inProgress === null && ![...world.locks.names].some((name) => name.endsWith(':writer'))

const untilAtRest = async (world: World): Promise<void> => {
  if (!(await within(world, mostInProgressMs, () => isAtRest(world))))
    throw new Violation('current', 'a sync under way does not end')
}

/**
 * Checks that open pages keep themselves current. Without a call, a sync brings everything it can within 3 s of the end of
 * the disturbance, or of the time in the timetable. After a first failure, a reader who has nothing yet need not wait for
 * that time. A deferred refresh that no reader waits for comes later.
 */
async function becomeCurrent(world: World): Promise<void> {
  if (!world.tabs.some((tab) => tab?.state === 'alive')) world.tab(0)
  await untilAtRest(world)
  const first = schedule(world).endedAt
  const hasWorked = () => {
    const { endedAt, failures, inProgress } = schedule(world)
    return endedAt !== first && failures === 0 && inProgress === null
  }
  for (let round = 1; !isUpToDate(world) && !hasWorked(); round += 1) {
    const { nextAt, reason, failures, notBefore } = schedule(world)
    const now = world.time.now()
    const reported = `${reason}, ${failures} failures`
    if (round > mostRounds)
      throw new Violation('current', `not current after ${mostRounds} turns: ${reported}`)
    // No tab has noticed yet that there is nothing to sync, or a subscription is still being stored.
    if (nextAt === null && (await within(world, currentMs, () => schedule(world).nextAt !== null))) continue
    if (nextAt === null) throw new Violation('current', `no turn comes: ${reported}`)
    const waitMs = Math.max(0, nextAt - now)
    if (waitMs > longestTurnMs)
      throw new Violation('current', `the next turn is in ${waitMs} ms: ${reported}`)
    if (hasNothing(world) && failures === 1 && notBefore === null && waitMs > currentMs)
      throw new Violation('current', `a reader with nothing waits ${waitMs} ms: ${reported}`)
    const before = schedule(world).endedAt
    const isOver = () =>
      isUpToDate(world) || (schedule(world).endedAt !== before && !schedule(world).inProgress)
    if (await within(world, waitMs + currentMs, isOver)) continue
    // A run that was under way received a time from the service, which the timetable respects from then on.
    if (schedule(world).reason !== 'service_asked' || reason === 'service_asked')
      throw new Violation('current', `nothing came within 3 s of the turn: ${reported}`)
  }
}

function hasNothing({ oracle }: World): boolean {
  return oracle.raw.all<ResourceRecord>('resources').every(({ status }) => status !== 'installed')
}

/** Whether each subscription's token covers all changes. */
function isUpToDate({ oracle, service }: World): boolean {
  const subscriptions = oracle.raw.all<SubscriptionRecord>('subscriptions')
  return subscriptions.every(({ sequence }) => sequence === service.content.sequence)
}

async function catchUp(world: World, tab: Tab): Promise<void> {
  for (let round = 1; ; round += 1) {
    const outcome = await syncOnce(world, tab)
    if (outcome === 'current') return
    // The subscriptions were removed again.
    if (outcome === 'nothing' && world.oracle.raw.all('subscriptions').length === 0) return
    if (round >= mostRounds) {
      throw new Violation('I7', `still ${outcome} after ${mostRounds} syncs without a fault`)
    }
    world.time.elapsed += round < mostRounds - 1 ? minuteMs : dayMs
  }
}

async function syncOnce(world: World, tab: Tab): Promise<string> {
  const call = world.call(tab, 'sync', tab.engine.sync())
  await world.finish([call])
  // Waits for cleanup that is still under way.
  await world.pump(3)
  if (call.error !== undefined) throw call.error as Error
  return call.report!.outcome
}

function comparePublished(world: World): void {
  const { oracle, service } = world
  const subscriptions = oracle.raw.all<SubscriptionRecord>('subscriptions')
  const records = oracle.raw.all<ResourceRecord>('resources')
  for (const resource of service.content.resources) {
    const { kind, key } = resource
    const asked = subscriptions.some(({ filter }) => filterAsks(filter, kind.group, kind.id))
    const record = records.find((other) => other.key === key)
    const here = record?.status === 'installed'
    const published = resource.publishedAt(Infinity)
    const there = asked && published !== null
    if (here !== there) {
      throw new Violation('I7', `${key} is ${here ? '' : 'not '}here and ${there ? '' : 'not '}to be had`)
    }
    if (there && oracle.find(resource, fingerprint(published), oracle.floorOf(key)) !== oracle.floorOf(key)) {
      throw new Violation('I7', `${key} is not what the service has now`)
    }
  }
}
