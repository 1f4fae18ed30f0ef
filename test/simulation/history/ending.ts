import { unreachable } from '@waraq/test-support/tables'
import { fingerprint } from '../oracle/fingerprint.ts'
import { Violation } from '../oracle/violation.ts'
import { filterAsks } from '@waraq/test-support/model-service'
import type { ResourceRecord, SubscriptionRecord } from '../../../packages/engine/src/store/records.ts'
import type { Tab } from '../world/tab.ts'
import { tabCount, type World } from '../world/world.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Syncs that may be needed once nothing goes wrong any more. */
const mostRounds = 4

/**
 * From here on there are no faults, no changes and no lagging replica. I7, I14, I16: all calls end, and a few syncs bring every
 * device to exactly the service's content. Then no record is left that no reader can reach.
 */
export async function endWell(world: World): Promise<void> {
  const { network, service } = world
  network.faults.length = 0
  network.landings.length = 0
  service.lags = false
  for (const tab of world.tabs) if (tab?.state === 'frozen') tab.state = 'alive'
  await world.finish(world.tabs.flatMap((tab) => [...(tab?.calls ?? [])]))

  const tab = world.tab(world.random.int(tabCount))
  await catchUp(world, tab)
  // A page set that was under way ended at its own, older bound.
  if (!isUpToDate(world)) await catchUp(world, tab)
  if (network.denied.size > 0) {
    // The engine asks again once a day for a resource that a replica denied.
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

/** Whether each subscription's token stands for all that ever happened. */
function isUpToDate({ oracle, service }: World): boolean {
  const subscriptions = oracle.raw.all<SubscriptionRecord>('subscriptions')
  return subscriptions.every(({ sequence }) => sequence === service.content.sequence)
}

async function catchUp(world: World, tab: Tab): Promise<void> {
  for (let round = 1; ; round += 1) {
    const outcome = await syncOnce(world, tab)
    if (outcome === 'current') return
    if (round >= mostRounds) {
      throw new Violation('I7', `still ${outcome} after ${mostRounds} syncs without a fault`)
    }
    world.time.elapsed += round < mostRounds - 1 ? minuteMs : dayMs
  }
}

async function syncOnce(world: World, tab: Tab): Promise<string> {
  const call = world.call(tab, 'sync', tab.engine.sync())
  await world.finish([call])
  // Waits for tidying up that is still under way.
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
