import { expect } from 'vitest'
import { plainService } from '@waraq/test-support/model-service'
import type { SubscriptionRecord } from '../../packages/waraq/src/store/records.ts'
import { schedule } from './history/ending.ts'
import type { FaultKind } from './world/faults.ts'
import { countTasks } from './world/tasks.ts'
import type { Tab } from './world/tab.ts'
import { World } from './world/world.ts'

/**
 * Each disruption at each step of a first and of a later sync, in virtual time: how long until the open page is current.
 * Steps are counted, not random: a step is a timer that fires, or an answer that arrives.
 */

interface Disruption {
  /** Milliseconds that a page may need to be current again. */
  readonly withinMs: number
  /** Another tab is open from the start. */
  readonly isBeside?: boolean
  /** Applies only when the disk records a running sync: before that, no other tab can know of it. */
  readonly isKnown?: boolean
  readonly strike: (world: World, tab: Tab) => Promise<unknown> | void
}

const fault = (kind: FaultKind): Disruption => ({
  withinMs: 3_000,
  strike: ({ network }) => void network.faults.push({ kind, skip: 0 }),
})

export const disruptions: Readonly<Record<string, Disruption>> = {
  'the tab is killed and opened again': {
    withinMs: 3_000,
    strike: (world, tab) => {
      tab.kill()
      open(world, 0)
    },
  },
  'the tab is closed and opened again': {
    withinMs: 3_000,
    strike: async (world, tab) => {
      await world.finish([world.call(tab, 'close', tab.engine.close())])
      tab.kill()
      open(world, 0)
    },
  },
  'the tab is killed beside another': { withinMs: 3_000, isBeside: true, strike: (_, tab) => tab.kill() },
  'the tab is frozen beside another': {
    withinMs: 35_000,
    isBeside: true,
    isKnown: true,
    strike: (_, tab) => void (tab.state = 'frozen'),
  },
  'the network fails a request': fault('network-before'),
  'the network loses an answer': fault('network-after'),
  'an answer breaks off': fault('body-break'),
  'the service is in trouble': fault('status-500'),
  'the service refuses once': fault('status-403'),
  'the relay cannot be reached': fault('access-token-fails'),
}

/** Opens a tab as the code of a page does. */
function open(world: World, number: number): Tab {
  const tab = world.tab(number)
  world.call(tab, 'subscribe', tab.engine.subscribe('translations:*'))
  return tab
}

function isCurrent({ oracle, service }: World): boolean {
  const subscriptions = oracle.raw.all<SubscriptionRecord>('subscriptions')
  return (
    subscriptions.length > 0 && subscriptions.every(({ sequence }) => sequence === service.content.sequence)
  )
}

async function untilCurrent(world: World): Promise<void> {
  const { time } = world
  for (const until = time.elapsed + 60_000; !isCurrent(world) && time.elapsed < until;)
    if (!(await world.pump(1, until))) break
  expect(isCurrent(world)).toBe(true)
}

/** Milliseconds from the disruption until the library is current. Null if the sync has no such step. */
async function msUntilCurrent(
  { strike, isBeside, isKnown }: Disruption,
  isFirst: boolean,
  step: number,
): Promise<number | null> {
  countTasks()
  // Pages keep themselves current in a world with an odd seed.
  const world = new World({ seed: 1, service: plainService, perPage: 3, snapshotConcurrency: 1 })
  world.network.isQuick = true
  try {
    const tab = open(world, 0)
    if (isBeside) open(world, 1)
    if (!isFirst) {
      await untilCurrent(world)
      await world.pump(5)
      for (const resource of [0, 1])
        world.service.content.change({ what: 'row-update', resource, row: 0 }, world.random)
      world.call(tab, 'sync', tab.engine.sync())
    }
    await world.rest()
    for (let count = 0; count < step; count += 1) {
      await world.pump(1)
      if (isCurrent(world)) return null
    }
    if (isKnown && schedule(world).inProgress === null) return 0
    await strike(world, tab)
    const from = world.time.elapsed
    await untilCurrent(world)
    return world.time.elapsed - from
  } finally {
    await world.close()
  }
}

/** The steps at which it was late, with the milliseconds. One of every `every` steps is tried. */
export async function lateSteps(
  disruption: Disruption,
  isFirst: boolean,
  every = 1,
): Promise<{ readonly tried: number; readonly late: readonly string[] }> {
  const late: string[] = []
  for (let tried = 0; ; tried += 1) {
    const ms = await msUntilCurrent(disruption, isFirst, tried * every)
    if (ms === null) return { tried, late }
    if (ms > disruption.withinMs) late.push(`step ${tried * every}: ${Math.round(ms)} ms`)
  }
}
