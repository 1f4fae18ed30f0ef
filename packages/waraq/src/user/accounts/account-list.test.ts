import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AccountList } from './account-list.ts'

let indexedDB: IDBFactory
let accountList: AccountList
beforeEach(() => {
  indexedDB = new IDBFactory()
  accountList = new AccountList('user', { indexedDB, IDBKeyRange })
})
afterEach(() => accountList.close())

it('shows the data of the device before anyone signs in', async () => {
  expect(await accountList.place()).toEqual({ account: null, move: null })
})

it('notes with one step whose data is shown and which move is under way', async () => {
  const move = { key: 'move', what: 'take', account: 'amina' } as const
  await accountList.note('amina', move)
  expect(await accountList.place()).toEqual({ account: 'amina', move })
  await accountList.note('amina')
  expect((await accountList.place()).move).toBeNull()
})

it('has a database for each account, whose name does not tell the account', async () => {
  const all = await Promise.all([null, 'amina', 'bilal'].map((account) => accountList.dataOf(account)))
  const names = all.map(({ name }) => name)
  expect(new Set(names).size).toBe(3)
  expect(names.join()).not.toMatch(/amina|bilal/)
  expect((await accountList.dataOf('amina')).name).toBe(names[1])
})

it('deletes what an account has here, also while another tab reads it', async () => {
  const elsewhere = await accountList.dataOf('amina')
  await elsewhere.noteMoved(true)
  await accountList.remove('amina')
  expect(elsewhere.isOpen()).toBe(false)
  const reopened = await accountList.dataOf('amina')
  expect(await reopened.hasMoved()).toBe(false)
  reopened.close()
})
