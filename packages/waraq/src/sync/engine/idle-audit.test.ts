import { fakeLocks } from '@waraq/test-support/locks'
import { afterEach, expect, it } from 'vitest'
import { clockAhead, createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'

/** The audit finds content that changed on the disk, and no sync waits for it. */

let bench: Bench
afterEach(() => bench.close())

const weekMs = 7 * 24 * 3_600_000
const key = 'translations:20'

/** A synced translation with a damaged row, a week later, when its audit is due. */
async function damaged(): Promise<void> {
  let passedMs = 0
  bench = createBench({
    sandbox: { content: { chapters: [2, 3, 4, 5, 6] } },
    engine: { clock: clockAhead(() => passedMs), locks: fakeLocks() },
  })
  const { engine, db } = bench
  await engine.subscribe(key)
  await engine.sync()
  // Waits for the end of the turn, in which the engine also tidied up.
  await engine.verify({ group: 'articles', id: 999 })
  const segment = (await db.segments('translation').toCollection().last())!
  segment.rows[segment.rows.indexOf(0x20) + 1] = 0x23
  await db.segments('translation').put(segment)
  passedMs = weekMs
}

const needsSnapshot = async () => (await bench.db.resources.get(key))?.needsSnapshot

it('is found after a sync, and fetched again with the next one', async () => {
  await damaged()
  const { engine, store, sandbox } = bench
  await engine.sync()
  await expect.poll(needsSnapshot).toBe('damage')
  expect((await engine.sync()).runs[0]).toMatchObject({ outcome: 'current', snapshots: 1 })
  expect(await readerRows(store, key)).toEqual(serviceRows(sandbox, key))
})

it('is looked for while others sync: they do not wait for the end of it', async () => {
  await damaged()
  const { engine } = bench
  await engine.sync()
  expect((await bench.newEngine().sync()).outcome).toBe('current')
  expect((await engine.sync()).outcome).toBe('current')
  expect(await needsSnapshot()).toBeNull()
  await expect.poll(needsSnapshot).toBe('damage')
})

it('is not looked for by an engine that was closed, and by the next one anew', async () => {
  await damaged()
  const { engine } = bench
  await engine.sync()
  await engine.close()
  expect(await needsSnapshot()).toBeNull()
  const clock = clockAhead(() => weekMs)
  const next = bench.newEngine({ clock })
  await next.sync()
  await expect.poll(needsSnapshot).toBe('damage')
})
