import { putRaw } from '@waraq/test-support/read-tables'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { failing } from '../../store/storage-faults.test-support.ts'
import { stage, type Device, type Stage } from '../stage.test-support.ts'
import { outbox } from '../view/outbox-query.ts'
import { favorites } from '../view/queries.ts'
import type { UserData } from '../api.ts'

/** The browser has damaged what is kept on the device. */

let scene: Stage
let device: Device
beforeEach(() => {
  scene = stage()
  device = scene.device()
})
afterEach(() => {
  scene.close()
  vi.restoreAllMocks()
})

let exported: unknown
const signedOut = { signedIn: false }
const versesOf = async (user: UserData) => (await user.query(favorites())).map(({ verseKey }) => verseKey)

/** A record that the browser gives as something else, in each database of a person's data. */
async function damage(table: 'rows' | 'pending'): Promise<void> {
  const names = (await device.indexedDB.databases()).map(({ name }) => name!)
  for (const name of names.filter((each) => each.startsWith('waraq-user:')))
    await putRaw(name, table, { key: 5, kind: 'member', owner: 'favorites', chapters: [2] }, device.indexedDB)
}

/** Follows the favorites; returns what was told, the newest last. */
function followed(user: UserData): unknown[] {
  const reported: unknown[] = []
  user.live(favorites()).subscribe({
    next: (all) => reported.push(all.map(({ verseKey }) => verseKey)),
    error: (error) => reported.push(error),
  })
  return reported
}

it('what can be read is shown and goes on, in all tabs; the person is told what is gone', async () => {
  scene.session = signedOut
  const [user, other] = [await device.open(), await device.open()]
  await user.favorite('2:255')
  await damage('pending')
  const reported = [user, other].map(followed)
  await scene.pass(5_000)
  for (const each of reported) expect(each.at(-1)).toEqual(['2:255'])
  const lost = { code: 'data_lost', retryable: false, details: { lost: 1 } }
  expect((await device.open()).problem.get()).toMatchObject(lost)
  await other.favorite('2:256')
  await scene.pass(24 * 3_600_000 + 1)
  expect((await device.open()).problem.get()).toBeUndefined()
  for (const each of reported) expect(each.at(-1)).toEqual(['2:255', '2:256'])
  expect(reported.flat().filter((each) => each instanceof Error)).toEqual([])
})

it.each<[string, (user: UserData) => Promise<unknown>]>([
  ['a mutation', (user) => user.collections.create('Ramadan')],
  ['a question', (user) => user.query(outbox())],
  ['an export', (user) => user.export()],
  ['an import', (user) => user.import(exported)],
])('%s that meets it is carried out, and nothing else is lost', async (_, work) => {
  scene.session = signedOut
  const user = await device.open()
  await user.collections.create('Hajj')
  exported = await user.export()
  await damage('pending')
  await scene.clock.run(work(user))
  await scene.clock.run(user.favorite('2:255'))
  expect(await scene.clock.run(user.export())).toMatchObject({
    favorites: [expect.anything()],
    collections: expect.arrayContaining([expect.objectContaining({ name: 'Hajj' })]) as unknown,
  })
})

it('what the service has comes again', async () => {
  const user = await device.open()
  for (const verse of ['2:255', '2:256']) await user.favorite(verse)
  await scene.pass(60_000)
  expect(await user.query(outbox())).toMatchObject({ waiting: 0 })
  user.close()
  await damage('rows')
  const again = await device.open()
  const reported = followed(again)
  await scene.pass(60_000)
  expect(reported.at(-1)).toEqual(['2:255', '2:256'])
  expect(again.problem.get()).toMatchObject({ code: 'data_lost' })
})

it('data that never opens again is recreated, also under a tab that has it open', async () => {
  scene.session = signedOut
  const other = await device.open()
  await other.favorite('2:255')
  let isBroken = true
  const { factory } = failing(device.indexedDB, {
    open: (name) => (isBroken && name.endsWith(':device') ? 'UnknownError' : null),
    delete: () => ((isBroken = false), null),
  })
  const user = device.tab({ indexedDB: factory })
  const shown = versesOf(user)
  await scene.pass(5_000)
  expect(await shown).toEqual([])
  expect(user.problem.get()).toMatchObject({ code: 'data_lost', details: { lost: null } })
  await user.favorite('2:1')
  await other.favorite('2:2')
  expect(await versesOf(other)).toEqual(['2:1', '2:2'])
})

it('where the list of accounts never opens again, the account that is signed in is shown', async () => {
  const before = await device.open()
  await before.favorite('2:255')
  before.close()
  let isBroken = true
  const { factory } = failing(device.indexedDB, {
    open: (name) => (isBroken && name === 'waraq-user' ? 'UnknownError' : null),
    delete: () => ((isBroken = false), null),
  })
  const user = device.tab({ indexedDB: factory })
  await scene.pass(5_000)
  expect(user.account.get()).toMatchObject({ account: 'amina', session: 'signed_in' })
  expect(await versesOf(user)).toEqual(['2:255'])
})

it('what could not be opened for a while is shown once it can, with no help', async () => {
  scene.session = signedOut
  const before = await device.open()
  await before.favorite('2:255')
  let isFull = true
  const { factory, opens } = failing(device.indexedDB, {
    open: () => (isFull ? 'QuotaExceededError' : null),
    delete: () => null,
  })
  const user = device.tab({ indexedDB: factory })
  const reported = followed(user)
  await scene.pass(5_000)
  expect(reported).toMatchObject([{ code: 'quota_exceeded' }])
  const inOneTry = opens()
  for (let calls = 0; calls < 3; calls++)
    await expect(user.favorite('2:1')).rejects.toMatchObject({ code: 'quota_exceeded' })
  // However often a person has tried, the time tries once.
  const afterCalls = opens()
  await scene.pass(30_000)
  expect(opens() - afterCalls).toBe(inOneTry)
  isFull = false
  await scene.pass(30_000)
  expect(reported.at(-1)).toEqual(['2:255'])
})
