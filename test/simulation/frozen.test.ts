import { expect, test } from 'vitest'
import { plainService } from '@waraq/test-support/model-service'
import { countTasks } from './world/tasks.ts'
import { World } from './world/world.ts'

/** I15: a leader that is frozen delays others by at most 35 seconds. */
const mostDelayMs = 35_000

test('behind a frozen tab that holds the Web Lock, another takes over in time', async () => {
  countTasks()
  const world = new World({ seed: 0, service: plainService, perPage: 100, snapshotConcurrency: 1 })
  try {
    const [frozen, other] = [world.tab(0), world.tab(1)]
    await world.finish([world.call(frozen, 'subscribe', frozen.engine.subscribe('translations:*'))])
    const thawed = world.call(frozen, 'sync', frozen.engine.sync())
    await world.pump(3)
    frozen.state = 'frozen'
    const asked = world.network.requests
    const startedAt = world.time.elapsed
    const call = world.call(other, 'sync', other.engine.sync())
    while (world.network.requests === asked && !call.settled) {
      if (!(await world.pump(1))) break
    }
    expect(world.time.elapsed - startedAt).toBeLessThanOrEqual(mostDelayMs)
    await world.finish([call])
    expect(call.report?.outcome).toBe('current')
    // The thawed tab finds its epoch old: it ends, and harms nothing.
    frozen.state = 'alive'
    await world.finish([thawed])
    expect(thawed.report?.outcome).not.toBe('current')
  } finally {
    await world.close()
  }
})
