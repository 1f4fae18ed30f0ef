import { aliveMs } from '../platform/leader/epoch.ts'
import { systemClock } from '../client/clock.ts'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { stagingOf, WaraqDatabase } from './database.ts'
import { resource, install, openWriter, storeManifest, verse, resourceRecord } from './layers.test-support.ts'
import { addSubscription } from './subscriptions.ts'
import { dataFormat, type BatchCursorRecord } from './records.ts'
import { heartbeat, claimWriter, readCounters, readWriter, replaceWriter, type Writer } from './writer.ts'

function open(): WaraqDatabase {
  return new WaraqDatabase({ name: 'writers', indexedDB: new IDBFactory(), IDBKeyRange })
}

describe('the epoch', () => {
  it('stops a writer that was replaced, inside its next transaction', async () => {
    const db = open()
    const old = await claimWriter(db, 'a')
    const next = await claimWriter(db, 'b')
    expect(next.epoch).toBe(old.epoch + 1)
    const write = (writer: Writer, id: number) => writer.write(['stagings'], () => db.stagings.put({ id }))
    await expect(write(old, 1)).rejects.toMatchObject({ code: 'writer_superseded', retryable: true })
    await write(next, 2)
    expect(await db.stagings.toCollection().primaryKeys()).toEqual([2])
    db.close()
  })

  it('tells a database that was deleted meanwhile from another writer', async () => {
    const db = open()
    await claimWriter(db, 'a')
    const writer = await claimWriter(db, 'a')
    await db.meta.clear()
    const writing = writer.write(['stagings'], () => db.stagings.put({ id: 1 }))
    await expect(writing).rejects.toMatchObject({ code: 'storage_lost', retryable: true })
    await claimWriter(db, 'b')
    await expect(writer.write(['stagings'], () => db.stagings.put({ id: 1 }))).rejects.toMatchObject({
      code: 'storage_lost',
    })
    expect(await db.stagings.count()).toBe(0)
    db.close()
  })

  it('stops every writer where the data is of a newer format', async () => {
    const db = open()
    const writer = await claimWriter(db, 'a')
    await db.meta.put({ ...(await readWriter(db)), format: dataFormat + 1 })
    await expect(writer.write(['stagings'], () => db.stagings.put({ id: 1 }))).rejects.toMatchObject({
      code: 'newer_format',
    })
    await expect(claimWriter(db, 'b')).rejects.toMatchObject({ code: 'newer_format' })
    expect(await db.stagings.count()).toBe(0)
    db.close()
  })

  it('stops a writer whose database was deleted and made anew behind its back', async () => {
    const db = open()
    const writer = await claimWriter(db, 'a')
    await db.meta.clear()
    await expect(writer.write(['stagings'], () => db.stagings.put({ id: 1 }))).rejects.toMatchObject({
      code: 'storage_lost',
      retryable: true,
    })
    expect(await db.stagings.count()).toBe(0)
    db.close()
  })

  it('an error inside a write leaves nothing of it', async () => {
    const db = open()
    const writer = await claimWriter(db, 'a')
    const failing = writer.write(['stagings'], async () => {
      await db.stagings.put({ id: 1 })
      throw new Error('in the middle')
    })
    await expect(failing).rejects.toMatchObject({
      code: 'storage_failed',
      cause: { message: 'in the middle' },
    })
    expect(await db.stagings.count()).toBe(0)
    db.close()
  })
})

describe('the bookkeeping', () => {
  const installed = resourceRecord('translations:20')

  it('is read again after a write of its own that touched it, and not after another', async () => {
    const db = open()
    const writer = await claimWriter(db, 'a')
    const transaction = vi.spyOn(db, 'transaction')
    const reads = () => transaction.mock.calls.filter(([mode]) => mode === 'r').length
    expect((await writer.known()).resources).toEqual([])
    await writer.write(['stagings'], () => db.stagings.put({ id: 1 }))
    await writer.known()
    expect(reads()).toBe(0)
    await writer.write(['resources'], () => db.resources.put(installed))
    expect((await writer.known()).resources).toEqual([installed])
    await writer.known()
    expect(reads()).toBe(1)
    db.close()
  })
  it('that was read while a write was under way is not kept', async () => {
    const db = open()
    const writer = await claimWriter(db, 'a')
    writer.forget()
    const reading = writer.known()
    const writing = writer.write(['resources'], () => db.resources.put(installed))
    await Promise.all([reading, writing])
    expect((await writer.known()).resources).toEqual([installed])
    db.close()
  })
})

describe('the heartbeat', () => {
  it('tells until when a writer counts as alive: 0 before its first beat and after its end', async () => {
    const db = open()
    const writer = await claimWriter(db, 'a')
    const leaseUntil = async () => (await readWriter(db)).leaseUntil
    expect(await leaseUntil()).toBe(0)
    await heartbeat(writer, 2_000 + aliveMs)
    expect(await leaseUntil()).toBe(2_000 + aliveMs)
    await heartbeat(writer, 0)
    expect(await leaseUntil()).toBe(0)
    db.close()
  })

  it('keeps a writer from being replaced by one that waits, however wrong its clock is', async () => {
    const db = open()
    const writer = await claimWriter(db, 'a')
    const seen = await readWriter(db)
    await heartbeat(writer, aliveMs - 10 ** 12)
    expect(await replaceWriter(db, 'b', seen, systemClock)).toBeUndefined()
    expect(await replaceWriter(db, 'b', await readWriter(db), systemClock)).toMatchObject({
      epoch: writer.epoch + 1,
    })
    db.close()
  })

  it('is that of the engine that raised the epoch last', async () => {
    const db = open()
    await claimWriter(db, 'a')
    const seen = await readWriter(db)
    await claimWriter(db, 'b')
    expect(await replaceWriter(db, 'c', seen, systemClock)).toBeUndefined()
    db.close()
  })
})

describe('the counters', () => {
  it('give each number out once, to whichever writer', async () => {
    const db = open()
    const taken: number[] = []
    for (const leader of ['a', 'b']) {
      const writer = await claimWriter(db, leader)
      for (let count = 0; count < 20; count++) taken.push(await writer.number())
    }
    expect(new Set(taken).size).toBe(40)
    expect((await readCounters(db)).stagings).toBeGreaterThanOrEqual(Math.max(...taken))
    db.close()
  })
  it('go on behind what lies there where they were lost: no number is given out twice', async () => {
    const { db, writer } = await openWriter()
    const ref = await storeManifest(writer, [verse(1)])
    await install(db, ref)
    await addSubscription(db, resource, 0)
    await db.batchCursors.put({ filter: resource, id: 90, openedAtCommit: 5 } as BatchCursorRecord)
    // A number that looks right and is too low leads to the same as a lost record.
    const lose = [
      () => db.meta.delete('counters'),
      () => db.meta.put({ key: 'counters', stagings: 1, commits: 0 }),
    ]
    for (const each of lose) {
      await each()
      const next = await claimWriter(db, 'b')
      expect([await next.number(), (await readCounters(db)).commits]).toEqual([91, 5])
    }
    await db.batchCursors.clear()
    for (const each of lose) {
      await each()
      expect(await (await claimWriter(db, 'c')).number()).toBe(stagingOf(ref.id) + 1)
    }
    await db.meta.delete('counters')
    await db.stagings.put({ id: 70 })
    expect(await (await claimWriter(db, 'c')).number()).toBe(71)
    db.close()
  })
})
