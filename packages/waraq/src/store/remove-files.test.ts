import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, it } from 'vitest'
import { WaraqDatabase } from './database.ts'
import { collectGarbage } from './garbage.ts'
import { claimWriter, type Writer } from './writer.ts'
import { readFileEntries, writeFileEntries } from './files-record.ts'

/** How the engine deletes files whose resource is gone. */

const entry = { bytes: 7, kept: 1, wanted: 2, version: 3 }
let db: WaraqDatabase
afterEach(() => db.close())

async function library(caches?: Pick<CacheStorage, 'delete'>): Promise<Writer> {
  db = new WaraqDatabase({ name: 'gone', indexedDB: new IDBFactory(), IDBKeyRange, caches })
  await db.resources.put({ key: 'mushafs:1', status: 'installed', manifests: [] } as never)
  await writeFileEntries(
    db,
    new Map([
      ['fonts:mushafs:1', entry],
      ['fonts:mushafs:2', entry],
      ['recordings:recitations:3', entry],
    ] as never),
  )
  // A removed resource leaves garbage.
  await db.garbage.add({ manifest: 'gone', successor: null })
  return claimWriter(db, 'a')
}
const kept = async () => (await readFileEntries(db)).map(([key]) => key)

it('deletes them with the garbage, and nothing of what is here', async () => {
  const deleted: string[] = []
  const writer = await library({ delete: async (name) => deleted.push(name) > 0 })
  await collectGarbage(writer)
  expect(deleted).toEqual(['waraq:gone:fonts:mushafs:2', 'waraq:gone:recordings:recitations:3'])
  expect(await kept()).toEqual(['fonts:mushafs:1'])
})

it('forgets them where there is no Cache Storage', async () => {
  await collectGarbage(await library())
  expect(await kept()).toEqual(['fonts:mushafs:1'])
})

it('leaves what could not be deleted for the next time, and collects the garbage all the same', async () => {
  let broken = true
  const writer = await library({
    delete: async (name) => {
      if (broken && name.endsWith('2')) throw new DOMException('broken', 'UnknownError')
      return true
    },
  })
  await collectGarbage(writer)
  expect([(await kept()).length, await db.garbage.count()]).toEqual([3, 0])
  broken = false
  await collectGarbage(writer)
  expect((await kept()).length).toBe(3)
  await db.garbage.add({ manifest: 'gone', successor: null })
  await collectGarbage(writer)
  expect(await kept()).toEqual(['fonts:mushafs:1'])
})

it('asks for no record where nothing was removed', async () => {
  const writer = await library()
  await db.garbage.clear()
  await collectGarbage(writer)
  await db.garbage.add({ manifest: 'old', successor: 'new' })
  await collectGarbage(writer)
  expect((await kept()).length).toBe(3)
})
