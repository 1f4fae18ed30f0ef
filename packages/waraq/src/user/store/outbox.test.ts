import { aliveMs } from '../../platform/leader/epoch.ts'
import { failure } from '@waraq/test-support/failure'
import { beforeEach, describe, expect, it } from 'vitest'
import { userDatabase } from '../database.test-support.ts'
import { favoritesKey, memberOf } from '../model/entity.ts'
import type { PendingChange } from '../model/records.ts'
import { known } from '../model/settle.ts'
import type { UserDatabase } from './database.ts'
import { deliveryEpoch, Outbox } from './outbox.ts'

const entity = memberOf(favoritesKey, { type: 'ayah', key: 2, verseNumber: 255 })
const pending: PendingChange = { ...entity, format: 1, desired: true, base: null, at: 10, ahead: 0 }

let db: UserDatabase
beforeEach(async () => {
  db = userDatabase()
  await db.pending.put(pending)
})
const claim = async () => new Outbox(db, await deliveryEpoch(db).claim())

describe('a deliverer', () => {
  it('notes what it is about to send, with a heartbeat', async () => {
    const outbox = await claim()
    const sent = { at: 10, desired: true, since: 500, epoch: 1 }
    expect(await outbox.mark(pending, 500)).toEqual(sent)
    expect(await db.pending.get(pending.key)).toEqual({ ...pending, sent })
    expect(await db.election()).toEqual({ key: 'leader', epoch: 1, leaseUntil: 500 + aliveMs })
  })
  it('sends nothing that the person has changed since', async () => {
    const outbox = await claim()
    await db.pending.put({ ...pending, at: 11, desired: null })
    expect(await outbox.mark(pending, 500)).toBeUndefined()
    expect((await db.pending.get(pending.key))!.sent).toBeUndefined()
  })
  it('writes nothing once another has taken over', async () => {
    const former = await claim()
    const outbox = await claim()
    const answer = { value: true, tick: 1 } as const
    for (const write of [
      () => former.mark(pending, 500),
      () => former.settle(pending, (current, row) => known(pending, current, row, 10, answer)),
      () => former.noteOffset(5),
      () => former.noteBackoff(null),
    ])
      expect(await failure(write())).toMatchObject({ code: 'writer_superseded' })
    expect(await db.pending.toArray()).toEqual([pending])
    expect(await db.rows.count()).toBe(0)
    await outbox.settle(pending, (current, row, tick) =>
      known(pending, current, row, 10, { ...answer, tick }),
    )
    expect(await db.pending.count()).toBe(0)
    expect(await db.rows.get(pending.key)).toMatchObject({ value: true, tick: 1 })
    expect((await db.clock()).tick).toBe(1)
  })
  it('of a database that was deleted meanwhile stops', async () => {
    const outbox = await claim()
    await db.meta.clear()
    expect(await failure(outbox.mark(pending, 500))).toMatchObject({ code: 'storage_lost' })
  })
})

describe('the epoch', () => {
  it('is replaced only where the leader has left no later heartbeat', async () => {
    const epoch = deliveryEpoch(db)
    const leader = await epoch.claim()
    const silent = await epoch.latest()
    await epoch.heartbeat(leader, 7)
    expect(await epoch.replace(silent)).toBeUndefined()
    expect(await epoch.replace(await epoch.latest())).toEqual({ epoch: 2 })
    expect(await failure(epoch.heartbeat(leader, 8))).toMatchObject({ code: 'writer_superseded' })
  })
})
