import { afterEach, beforeEach, expect, it } from 'vitest'
import { endAtWrite } from './end-at-write.ts'

let database: IDBDatabase
let number = 0

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })

beforeEach(async () => {
  const opening = indexedDB.open(`end-at-write-${number++}`, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('words')
  database = await done(opening)
})
afterEach(() => database.close())

const words = (mode: IDBTransactionMode) => database.transaction('words', mode).objectStore('words')
const write = (...all: string[]) => {
  const store = words('readwrite')
  return all.map((word) => store.put(word, word)).at(-1)!
}
const stored = () => done(words('readonly').getAllKeys())

it('ends before the nth transaction that writes; what reads goes on', async () => {
  let ended = 0
  const { restore } = endAtWrite(2, () => ended++)
  await done(write('one', 'two'))
  expect([await stored(), ended]).toEqual([['one', 'two'], 0])
  const waits = write('three', 'four')
  let answered = false
  waits.addEventListener('success', () => (answered = true))
  write('five')
  expect([await stored(), ended, answered]).toEqual([['one', 'two'], 1, false])
  restore()
  await done(write('six'))
  expect(await stored()).toEqual(['one', 'six', 'two'])
})

it('what a cursor writes counts, too', async () => {
  await done(write('one'))
  let ended = 0
  const { restore } = endAtWrite(1, () => ended++)
  const cursor = await done(words('readwrite').openCursor())
  cursor!.delete()
  restore()
  expect([await stored(), ended]).toEqual([['one'], 1])
})

it('where nothing is written that often nothing ends', async () => {
  let ended = 0
  const { restore } = endAtWrite(9, () => ended++)
  await done(write('one'))
  restore()
  expect([await stored(), ended]).toEqual([['one'], 0])
})
