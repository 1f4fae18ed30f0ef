import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Directory } from './directory.ts'

let indexedDB: IDBFactory
let directory: Directory
beforeEach(() => {
  indexedDB = new IDBFactory()
  directory = new Directory('user', { indexedDB, IDBKeyRange })
})
afterEach(() => directory.close())

it('shows the data of the device before anyone signs in', async () => {
  expect([await directory.current(), await directory.move()]).toEqual([null, undefined])
})

it('notes with one step whose data is shown and which move is under way', async () => {
  const move = { key: 'move', what: 'take', account: 'amina' } as const
  await directory.note('amina', move)
  expect([await directory.current(), await directory.move()]).toEqual(['amina', move])
  await directory.note('amina')
  expect(await directory.move()).toBeUndefined()
})

it('has a database for each account, whose name does not tell the account', async () => {
  const all = await Promise.all([null, 'amina', 'bilal'].map((account) => directory.dataOf(account)))
  const names = all.map(({ name }) => name)
  expect(new Set(names).size).toBe(3)
  expect(names.join()).not.toMatch(/amina|bilal/)
  expect((await directory.dataOf('amina')).name).toBe(names[1])
})

it('deletes what an account has here, also while another tab reads it', async () => {
  const elsewhere = await directory.dataOf('amina')
  await elsewhere.noteMoved(true)
  await directory.remove('amina')
  expect(elsewhere.isOpen()).toBe(false)
  const anew = await directory.dataOf('amina')
  expect(await anew.hasMoved()).toBe(false)
  anew.close()
})
