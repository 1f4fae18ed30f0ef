import type { JsonObject } from '@waraq/protocol'
import { fakeLocks } from '@waraq/test-support/locks'
import { afterEach, describe, expect, it } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench, type BenchOptions } from '../bench.test-support.ts'
import type { EngineStatus } from '../status/status.ts'
import type { SyncEngine } from '../api/sync-engine.ts'
import { sharedChannel } from './shared-channel.test-support.ts'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.close()
  bench = undefined
})

function someRow({ sandbox }: Bench): JsonObject {
  return sandbox.snapshotRows({ group: 'translations', id: 20 })![0]!
}

/** A service whose snapshots wait until they are let through. */
function gate() {
  let open = (): void => undefined
  let reached = false
  const opened = new Promise<void>((resolve) => (open = resolve))
  const gated: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    reached ||= request.url.includes('/snapshots/')
    if (request.url.includes('/snapshots/')) await opened
    return bench!.sandbox.fetch(request)
  }
  return { gated, open: () => open(), waiting: () => reached }
}

function start(options: BenchOptions['engine'] = {}): Bench {
  bench = createBench({ engine: { locks: fakeLocks(), channel: sharedChannel(), ...options } })
  return bench
}

describe('engines that sync at once', () => {
  it('make one bootstrap when they join what runs: the others report what came of it', async () => {
    const { engine, newEngine, requests, sandbox } = start()
    await engine.subscribe('translations:20,131')
    const engines = [engine, ...Array.from({ length: 9 }, () => newEngine())]
    const reports = await Promise.all(engines.map((each) => each.sync({ joinRunning: true })))
    expect(requests().sort()).toEqual(['sync', 'translations:131', 'translations:20'])
    expect(reports.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 10 }, () => 'current'))
    expect(reports.flatMap(({ runs }) => runs.map(({ sequence }) => sequence))).toEqual(
      Array.from({ length: 10 }, () => sandbox.sequence),
    )
    expect(reports.filter(({ runs }) => runs[0]!.joined)).toHaveLength(9)
  })

  it('otherwise look once more, together: what was published before a call is here when it ends', async () => {
    const { gated, open, waiting } = gate()
    const { engine, newEngine, requests, sandbox, store } = start({ fetch: gated })
    await engine.subscribe('translations:20')
    const first = engine.sync()
    await until(waiting)
    // The feed was read; a caller that comes now cannot know whether this was in it.
    sandbox.publish([
      { resource: 'translations:20', update: { key: someRow(bench!)['id'] as number, text: 'new' } },
    ])
    const engines = Array.from({ length: 9 }, () => newEngine())
    const others = engines.map((each) => each.sync())
    // Each engine has read the state before it answers another call.
    await Promise.all(engines.map((each) => each.status()))
    open()
    await Promise.all([first, ...others])
    expect(requests().filter((request) => request === 'sync')).toHaveLength(2)
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
  })

  it('share an obstacle as well', async () => {
    const { engine, newEngine, sandbox, requests } = start()
    await engine.subscribe('translations:20')
    sandbox.fault({ effect: { status: 503 }, times: Infinity })
    const second = newEngine()
    const [own, joined] = await Promise.all([
      engine.sync({ joinRunning: true }),
      second.sync({ joinRunning: true }),
    ])
    expect(own!.runs[0]).toMatchObject({ outcome: 'interrupted', error: { code: 'service_failed' } })
    expect(joined!.runs[0]).toMatchObject({
      outcome: 'interrupted',
      joined: true,
      error: { code: 'service_failed', retryable: true, retryAt: own!.runs[0]!.retryAt },
    })
    expect(requests()).toHaveLength(2)
  })

  it('do not join a run that stopped at the end of its budget, but go on with it', async () => {
    const { engine, newEngine, requests } = start()
    await engine.subscribe('translations:20,131')
    const second = newEngine()
    const [cut, whole] = await Promise.all([
      engine.sync({ joinRunning: true, budget: { pages: 0 } }),
      second.sync({ joinRunning: true }),
    ])
    expect(cut!.outcome).toBe('interrupted')
    expect(whole!.runs[0]).toMatchObject({ outcome: 'current', snapshots: 2 })
    expect(whole!.runs[0]!.joined).toBeUndefined()
    expect(requests().sort()).toEqual(['sync', 'translations:131', 'translations:20'])
  })

  it('do not join where a resync was asked for, nor where something is damaged', async () => {
    const { engine, newEngine, store, db, sandbox } = start()
    await engine.subscribe('translations:20')
    await engine.sync()
    // Its turn is over, so its next run begins before the other engine asks for a resync.
    await engine.verify({ group: 'articles', id: 999 })
    const second = newEngine()
    const [, again] = await Promise.all([
      engine.sync(),
      second.resync('translations:20', { joinRunning: true }),
    ])
    expect(again.runs[0]).toMatchObject({ mode: 'bootstrap', snapshots: 1 })
    await db.segments('translation').clear()
    const third = newEngine()
    const [, healed] = await Promise.all([engine.sync(), third.sync({ joinRunning: true })])
    expect(healed.runs[0]).toMatchObject({ snapshots: 1 })
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
  })
})

/** Waits until the condition holds; counts turns of the event loop, not time. */
async function until<T>(find: () => T | undefined | false): Promise<T> {
  for (let turns = 0; turns < 5_000; turns += 1) {
    const found = find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  throw new Error(`It never happened: ${find.toString()}`)
}

function watched(engine: SyncEngine): {
  readonly find: (what: (status: EngineStatus) => boolean) => Promise<EngineStatus>
} {
  const reported: EngineStatus[] = []
  engine.watch((status) => reported.push(status))
  return { find: (what) => until(() => reported.find(what)) }
}

describe('status', () => {
  it('is told to every engine while one of them writes, and at the end', async () => {
    const { engine, newEngine } = start()
    const own = watched(engine)
    const others = watched(newEngine())
    await engine.subscribe('translations:20,131')
    await others.find(({ subscriptions }) => subscriptions.length === 1)
    await engine.sync()
    const isFetching = ({ activity }: EngineStatus) => activity?.phase === 'fetching'
    expect((await own.find(isFetching)).role).toBe('writer')
    expect(await others.find(isFetching)).toMatchObject({
      role: 'follower',
      activity: { filter: 'translations:20,131', mode: 'bootstrap' },
    })
    const done = await others.find(({ activity }) => activity?.snapshots.done === 2)
    expect(done.activity!.resources.map(({ key, phase }) => [key, phase])).toEqual([
      ['translations:20', 'done'],
      ['translations:131', 'done'],
    ])
    const end = await others.find(({ role, activity, subscriptions }) => {
      return role === 'idle' && activity === null && subscriptions[0]?.currentAt !== null
    })
    expect(end.subscriptions[0]).toMatchObject({ resources: 2, lastRun: { outcome: 'current' } })
  })

  it('of what is under way is known to a newcomer, because it asks', async () => {
    const { gated, open, waiting } = gate()
    const { engine, newEngine } = start({ fetch: gated })
    await engine.subscribe('translations:20')
    const syncing = engine.sync()
    await until(waiting)
    const newcomer = watched(newEngine())
    expect((await newcomer.find(({ activity }) => activity !== null)).role).toBe('follower')
    open()
    await syncing
  })

  it('is told no more once the listener was taken away, and survives one that throws', async () => {
    const { engine } = start()
    const reported: EngineStatus[] = []
    engine.watch(() => {
      throw new Error('a defect of the page')
    })
    const end = engine.watch((status) => reported.push(status))
    await until(() => reported.length > 0)
    end()
    const before = reported.length
    await engine.subscribe('translations:20')
    await engine.sync()
    expect(reported.length).toBe(before)
  })

  it('is known although messages are lost', async () => {
    let count = 0
    const { engine, newEngine } = start({ channel: sharedChannel(() => count++ % 2 === 0) })
    const others = watched(newEngine())
    await engine.subscribe('translations:20')
    await engine.sync()
    await others.find(({ subscriptions }) => subscriptions[0]?.lastRun?.outcome === 'current')
  })
})
