import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { clockAhead, createBench, readerRows, serviceRows, type Bench } from './bench.test-support.ts'
import { WaraqDatabase } from './store/database.ts'
import { dataFormat } from './store/records.ts'
import { claimWriter, leaseMs, readWriter, type Writer } from './store/writer.ts'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.close()
  bench = undefined
})

function open(): WaraqDatabase {
  return new WaraqDatabase({ name: 'writers', indexedDB: new IDBFactory(), IDBKeyRange })
}

async function claim(db: WaraqDatabase, holder: string, now = 0): Promise<Writer> {
  const claimed = await claimWriter(db, { holder, now, respectLease: false })
  if (!('writer' in claimed)) throw new Error('refused')
  return claimed.writer
}

describe('the fence', () => {
  it('stops a writer that was replaced, inside its next transaction', async () => {
    const db = open()
    const old = await claim(db, 'a')
    const next = await claim(db, 'b')
    expect(next.fence).toBe(old.fence + 1)
    const write = (writer: Writer, id: number) => writer.write(['drafts'], () => db.drafts.put({ id }))
    await expect(write(old, 1)).rejects.toMatchObject({ code: 'writer_superseded', retryable: true })
    await write(next, 2)
    expect(await db.drafts.toCollection().primaryKeys()).toEqual([2])
    db.close()
  })

  it('tells a database that was deleted meanwhile from another writer', async () => {
    const db = open()
    await claim(db, 'a')
    const writer = await claim(db, 'a')
    await db.meta.clear()
    const writing = writer.write(['drafts'], () => db.drafts.put({ id: 1 }))
    await expect(writing).rejects.toMatchObject({ code: 'storage_lost', retryable: true })
    await claim(db, 'b')
    await expect(writer.write(['drafts'], () => db.drafts.put({ id: 1 }))).rejects.toMatchObject({
      code: 'storage_lost',
    })
    expect(await db.drafts.count()).toBe(0)
    db.close()
  })

  it('stops every writer where the data is of a newer format', async () => {
    const db = open()
    const writer = await claim(db, 'a')
    await db.meta.put({ ...(await readWriter(db)), format: dataFormat + 1 })
    await expect(writer.write(['drafts'], () => db.drafts.put({ id: 1 }))).rejects.toMatchObject({
      code: 'newer_format',
    })
    await expect(claim(db, 'b')).rejects.toMatchObject({ code: 'newer_format' })
    expect(await db.drafts.count()).toBe(0)
    db.close()
  })

  it('begins with fetching everything anew where the data is of an older format', async () => {
    bench = createBench()
    const { engine, db, sandbox, store, requests } = bench
    await engine.subscribe('translations:20')
    await engine.sync()
    const writer = await readWriter(db)
    await db.meta.put({ ...writer, format: dataFormat - 1 })
    sandbox.clearRequests()
    expect((await bench.newEngine().sync()).runs[0]).toMatchObject({
      outcome: 'current',
      mode: 'incremental',
    })
    expect(requests()).toEqual(['sync', 'translations:20'])
    expect((await readWriter(db)).format).toBe(dataFormat)
    expect(await readerRows(store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
  })

  it('stops a writer whose database was deleted and made anew behind its back', async () => {
    const db = open()
    const writer = await claim(db, 'a')
    await db.meta.clear()
    await expect(writer.write(['drafts'], () => db.drafts.put({ id: 1 }))).rejects.toMatchObject({
      code: 'storage_lost',
      retryable: true,
    })
    expect(await db.drafts.count()).toBe(0)
    db.close()
  })

  it('an error inside a write leaves nothing of it', async () => {
    const db = open()
    const writer = await claim(db, 'a')
    const failing = writer.write(['drafts'], async () => {
      await db.drafts.put({ id: 1 })
      throw new Error('in the middle')
    })
    await expect(failing).rejects.toMatchObject({
      code: 'storage_failed',
      cause: { message: 'in the middle' },
    })
    expect(await db.drafts.count()).toBe(0)
    db.close()
  })
})

describe('the lease', () => {
  it('is left alone until it runs out, unless a clock that ran ahead wrote it', async () => {
    const db = open()
    await claim(db, 'a', 1_000)
    const ask = (now: number) => claimWriter(db, { holder: 'b', now, respectLease: true })
    expect(await ask(2_000)).toEqual({ heldUntil: 1_000 + leaseMs })
    expect(await ask(1_000 + leaseMs)).toHaveProperty('writer')
    await db.meta.put({ ...(await readWriter(db)), holder: 'c', leaseUntil: 10 ** 12 })
    expect(await ask(2_000)).toHaveProperty('writer')
    db.close()
  })
})

describe('the lease of a live writer', () => {
  it('is left alone although its clock is a little ahead, and waited for no longer than it lasts', async () => {
    const db = open()
    await claim(db, 'a', 1_005)
    const ask = (now: number) => claimWriter(db, { holder: 'b', now, respectLease: true })
    expect(await ask(1_000)).toEqual({ heldUntil: 1_005 + leaseMs })
    expect(await ask(1_005 + leaseMs)).toHaveProperty('writer')
    db.close()
  })
})

describe('two engines on one database', () => {
  it('take turns and agree', async () => {
    bench = createBench()
    const other = bench.newEngine()
    await bench.engine.subscribe('translations:20,131')
    const reports = await Promise.all([bench.engine.sync(), other.sync()])
    expect(reports.map(({ outcome }) => outcome)).toEqual(['current', 'current'])
    expect(bench.requests().filter((request) => request === 'translations:20')).toHaveLength(1)
    for (const key of ['translations:20', 'translations:131']) {
      expect(await readerRows(bench.store, key)).toEqual(serviceRows(bench.sandbox, key))
    }
  })

  it('a frozen one that wakes up after it was replaced writes nothing more', async () => {
    let ahead = 0
    bench = createBench()
    const { sandbox, db } = bench
    let thaw = () => {}
    const frozen = new Promise<void>((resolve) => (thaw = resolve))
    let asked = () => {}
    const inSnapshot = new Promise<void>((resolve) => (asked = resolve))
    const sleeper = bench.newEngine({
      fetch: async (input, init) => {
        const request = new Request(input, init)
        if (request.url.includes('/snapshots/')) {
          asked()
          await frozen
        }
        return sandbox.fetch(request)
      },
    })
    await sleeper.subscribe('translations:20')
    const sleeping = sleeper.sync()
    await inSnapshot
    ahead = leaseMs + 1_000
    const taker = bench.newEngine({ clock: clockAhead(() => ahead) })
    expect((await taker.sync()).outcome).toBe('current')
    const before = await db.resources.toArray()
    thaw()
    const { runs } = await sleeping
    expect(runs[0]).toMatchObject({ outcome: 'deferred', error: { code: 'writer_superseded' } })
    expect(await db.resources.toArray()).toEqual(before)
    expect(await readerRows(bench.store, 'translations:20')).toEqual(serviceRows(sandbox, 'translations:20'))
  })
})

describe('secrets', () => {
  it('no access token is in any table', async () => {
    bench = createBench()
    const tokens: string[] = []
    const engine = bench.newEngine({
      tokens: {
        get: async () => {
          const token = await bench!.sandbox.accessToken()
          tokens.push(token.token)
          return token
        },
      },
    })
    await engine.subscribe('translations:20')
    await engine.sync()
    expect(tokens.length).toBeGreaterThan(0)
    const dump = JSON.stringify(await Promise.all(bench.db.tables.map((table) => table.toArray())))
    expect(dump).toContain('translations:20')
    for (const token of tokens) expect(dump).not.toContain(token)
  })
})
