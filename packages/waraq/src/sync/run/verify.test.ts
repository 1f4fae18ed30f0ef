import { WaraqError } from '@waraq/protocol'
import { afterEach, describe, expect, it } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../bench.test-support.ts'
import { Staging } from '../../store/stagings.ts'
import { DamageError } from '../../store/load.ts'
import { installed, installTables, putChanges } from './install.ts'
import { clientOf, createRunBench } from './context.test-support.ts'
import { verifyResource } from './verify.ts'

/** Comparing a resource with the service's copy, where something fails. */

let bench: Bench | undefined
afterEach(async () => {
  await bench?.close()
  bench = undefined
})

const ref = { group: 'translations', id: 20 }

async function synced(): Promise<Bench> {
  bench = createBench()
  await bench.engine.subscribe('translations:20')
  await bench.engine.sync()
  return bench
}

describe('verify', () => {
  it('counts what only the service has', async () => {
    const { engine, sandbox, store } = await synced()
    const row = sandbox.snapshotRows('translations:20')![0]!
    sandbox.publish([{ resource: 'translations:20', create: { ...row, id: 999_999 } }])
    expect(await engine.verify(ref)).toMatchObject({ outcome: 'repaired', missing: 1, extra: 0, changed: 0 })
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
  })
  it('repairs what counts as damaged although its rows are the same', async () => {
    const { engine, db, store } = await synced()
    await db.resources.update('translations:20', { needsSnapshot: 'damage' })
    expect(await readerRows(store, 'translations:20')).toBeUndefined()
    expect(await engine.verify(ref)).toMatchObject({ outcome: 'repaired', missing: 0, extra: 0, changed: 0 })
    expect(await engine.verify(ref)).toMatchObject({ outcome: 'same' })
  })
  it('of what the service has no more leaves the rows to the feed', async () => {
    const { engine, sandbox, store } = await synced()
    const before = await readerRows(store, 'translations:20')
    sandbox.fault({ match: { path: 'snapshot' }, effect: { code: 'snapshot_not_found' } })
    expect(await engine.verify(ref)).toMatchObject({ outcome: 'unavailable' })
    expect(await readerRows(store, 'translations:20')).toEqual(before)
  })
  it('that the service does not answer is an error, and nothing is replaced', async () => {
    const { engine, sandbox, store } = await synced()
    const before = await readerRows(store, 'translations:20')
    sandbox.fault({ match: { path: 'snapshot' }, effect: { status: 503 }, times: Infinity })
    await expect(engine.verify(ref)).rejects.toMatchObject({ code: 'service_failed', retryable: true })
    expect(await readerRows(store, 'translations:20')).toEqual(before)
  })
  it('refuses a copy older than what is installed', async () => {
    const { engine, sandbox } = await synced()
    sandbox.fault({ match: { path: 'snapshot' }, effect: { staleSnapshot: { behind: 1 } }, times: Infinity })
    await expect(engine.verify(ref)).rejects.toMatchObject({ code: 'stale_snapshot' })
  })
  it('replaces nothing where what it has just stored cannot be read back', async () => {
    const run = await createRunBench()
    try {
      const { db, writer } = run.context
      const snapshot = async () => {
        const staging = await Staging.begin(writer)
        const manifests = await staging.finish([staging.manifest('translations:20', 'translation', [])])
        return {
          staging: staging.id,
          contentId: null,
          schemaVersion: 1,
          syncSequence: 5,
          manifests,
          rejected: null,
        }
      }
      const first = await snapshot()
      await writer.write(installTables, () =>
        putChanges(db, [
          installed(
            undefined,
            ref,
            first,
            { base: 5, freshAt: null },
            { upTo: 5, set: 0, commit: 1, now: 0 },
          ),
        ]),
      )
      const before = await db.resources.toArray()
      const context = {
        ...run.context,
        client: clientOf({ snapshot: async () => (await snapshot()) as never }),
        layers: { get: () => Promise.reject(new DamageError('lost')) } as never,
      }
      await expect(verifyResource(context, ref)).rejects.toMatchObject({
        code: 'storage_failed',
        retryable: true,
      })
      const failing = { ...context, client: clientOf({ snapshot: () => Promise.reject(new Error('odd')) }) }
      await expect(verifyResource(failing, ref)).rejects.toThrowError('odd')
      const forbidden = new WaraqError({ code: 'forbidden', message: 'no' })
      const refused = { ...context, client: clientOf({ snapshot: () => Promise.reject(forbidden) }) }
      await expect(verifyResource(refused, ref)).rejects.toBe(forbidden)
      expect(await db.resources.toArray()).toEqual(before)
    } finally {
      run.close()
    }
  })
})
