import { WaraqError } from '@waraq/protocol'
import { putRaw } from '@waraq/test-support/read-tables'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failing, refuse } from '../../store/storage-faults.test-support.ts'
import { UserDatabase } from './database.ts'
import { isWorthRepair, repair } from './repair.ts'

let real: IDBFactory
let clock: VirtualClock
let opened: UserDatabase[]
beforeEach(async () => {
  real = new IDBFactory()
  clock = new VirtualClock()
  opened = []
  const db = open()
  for (const key of ['a', 'b', 'c']) await db.pending.put({ key } as never)
  await db.rows.put({ key: 'r' } as never)
  await db.meta.bulkPut([
    { key: 'clock', lastAt: 7, offset: 0, tick: 0 },
    { key: 'feed', cursor: 1, wholeAt: 0 },
    { key: 'listed|favorites', at: 1 },
  ])
  db.close()
})
afterEach(() => {
  for (const db of opened) db.close()
  vi.restoreAllMocks()
})

function open(indexedDB = real): UserDatabase {
  const db = new UserDatabase('user', { indexedDB, IDBKeyRange })
  opened.push(db)
  return db
}

/** The database, once it was repaired. */
async function afterRepair(indexedDB = real): Promise<UserDatabase> {
  const db = open(indexedDB)
  await clock.run(repair(db, clock))
  return db
}

/** A record that the browser gives as something else, as from damaged pages of its file. */
const damage = () => putRaw('user', 'pending', { key: 5 }, real)
const kept = async (db: UserDatabase) => [
  await db.pending.toCollection().primaryKeys(),
  await db.rows.toCollection().primaryKeys(),
  await db.meta.toCollection().primaryKeys(),
]

it('a sound database is left as it is', async () => {
  const result = await afterRepair()
  expect(await result.lost()).toBeUndefined()
  expect(await kept(result)).toEqual([['a', 'b', 'c'], ['r'], ['clock', 'feed', 'listed|favorites']])
})

it('a record that is none fails each read that meets it, and may mean damage', async () => {
  await damage()
  const db = open()
  const errors = await Promise.all([
    db.pending.toArray().catch((error: unknown) => error),
    db.pending.get(5 as never).catch((error: unknown) => error),
  ])
  expect(errors.map(isWorthRepair)).toEqual([true, true])
  expect(await db.pending.get('none')).toBeUndefined()
  expect(await db.pending.bulkGet(['a', 'none'])).toEqual([{ key: 'a' }, undefined])
})

const afterAbort = (code: 'storage_failed' | 'timeout' | 'network') =>
  new WaraqError({ code, message: '', retryable: true, cause: new DOMException('aborted', 'AbortError') })

it.each<[string, unknown, boolean]>([
  ['a step of storage', afterAbort('storage_failed'), true],
  ['a connection that another tab closed', Object.assign(new Error(), { name: 'DatabaseClosedError' }), true],
  ['a request that took too long', afterAbort('timeout'), false],
  ['an outage', afterAbort('network'), false],
  ['a full disk', new DOMException('full', 'QuotaExceededError'), false],
])('%s: whether a repair may help', (_, error, expected) => expect(isWorthRepair(error)).toBe(expected))

describe('of a damaged database', () => {
  beforeEach(damage)

  it('all that can be read is kept, and the service is read from its beginning', async () => {
    const result = await afterRepair()
    expect(await result.lost()).toMatchObject({ records: 1 })
    expect(await kept(result)).toEqual([['a', 'b', 'c'], ['r'], ['clock', 'lost']])
    result.close()
    expect(await kept(await afterRepair())).toEqual([['a', 'b', 'c'], ['r'], ['clock', 'lost']])
  })

  it('the same goes into a new one where this one takes no write', async () => {
    let isDeleted = false
    const { factory } = failing(real, { open: () => null, delete: () => ((isDeleted = true), null) })
    refuse({ method: 'put', store: 'pending', error: 'UnknownError', until: () => isDeleted })
    const result = await afterRepair(factory)
    expect([(await result.lost())?.records, isDeleted]).toEqual([1, true])
    expect(await kept(result)).toEqual([['a', 'b', 'c'], ['r'], ['clock', 'lost']])
  })
})

it.each(['QuotaExceededError', 'AbortError'])(
  'a repair that fails for a reason that may pass leaves all as it is: %s',
  async (error) => {
    await damage()
    refuse({ method: 'put', store: 'pending', error })
    const remove = vi.fn(() => null)
    const { factory } = failing(real, { open: () => null, delete: remove })
    await expect(afterRepair(factory)).rejects.toThrow()
    expect(remove).not.toHaveBeenCalled()
    vi.restoreAllMocks()
    expect(await kept(await afterRepair())).toEqual([['a', 'b', 'c'], ['r'], ['clock', 'lost']])
  },
)

it('what the disk does not give for a moment is not lost', async () => {
  let isBack = false
  refuse({ method: 'getAll', store: 'pending', error: 'UnknownError', until: () => isBack })
  refuse({ method: 'get', store: 'pending', error: 'UnknownError', until: () => isBack })
  const repairing = afterRepair()
  await clock.advance(400)
  isBack = true
  expect(await kept(await repairing)).toEqual([['a', 'b', 'c'], ['r'], ['clock', 'feed', 'listed|favorites']])
})

it('of a table whose keys cannot be read either nothing is left, and all else is', async () => {
  for (const method of ['getAll', 'getAllKeys'] as const)
    refuse({ method, store: 'pending', error: 'UnknownError' })
  const result = await afterRepair()
  vi.restoreAllMocks()
  expect(await kept(result)).toEqual([[], ['r'], ['clock', 'lost']])
  expect(await result.lost()).toMatchObject({ records: null })
})

describe('a database that does not open', () => {
  it('is opened where it does after a while, with all that it had', async () => {
    let refusals = 2
    const { factory } = failing(real, {
      open: () => (refusals-- > 0 ? 'UnknownError' : null),
      delete: () => 'UnknownError',
    })
    expect(await kept(await afterRepair(factory))).toEqual([
      ['a', 'b', 'c'],
      ['r'],
      ['clock', 'feed', 'listed|favorites'],
    ])
  })

  it('before the last try is not deleted', async () => {
    const remove = vi.fn(() => null)
    const { factory } = failing(real, {
      open: () => (clock.monotonic() < 1_000 ? 'UnknownError' : null),
      delete: remove,
    })
    expect((await kept(await afterRepair(factory)))[0]).toEqual(['a', 'b', 'c'])
    expect(remove).not.toHaveBeenCalled()
  })

  it('in any try is recreated', async () => {
    let isBroken = true
    const { factory } = failing(real, {
      open: () => (isBroken ? 'UnknownError' : null),
      delete: () => ((isBroken = false), null),
    })
    const result = await afterRepair(factory)
    expect(await result.lost()).toMatchObject({ records: null })
    expect(await kept(result)).toEqual([[], [], ['lost']])
  })

  it.each(['VersionError', 'QuotaExceededError', 'SecurityError'])(
    'for a reason that is no damage is never deleted: %s',
    async (name) => {
      const remove = vi.fn(() => null)
      const { factory } = failing(real, { open: () => name, delete: remove })
      await expect(afterRepair(factory)).rejects.toThrow()
      expect(remove).not.toHaveBeenCalled()
    },
  )
})
