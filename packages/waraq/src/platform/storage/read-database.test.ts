import { afterEach, describe, expect, it } from 'vitest'
import { answerOf, readDatabase } from './read-database.ts'

afterEach(async () => void (await answerOf(indexedDB.deleteDatabase('kept'))))

async function made(version: number, tables: readonly string[]): Promise<void> {
  const request = indexedDB.open('kept', version)
  request.onupgradeneeded = () => {
    for (const table of tables) request.result.createObjectStore(table).put(`of ${table}`, 1)
  }
  ;(await answerOf(request)).close()
}

const all = (transaction: IDBTransaction, table: string) => answerOf(transaction.objectStore(table).getAll())
const names = async () =>
  (await indexedDB.databases()).map(({ name }) => name).filter((name) => name === 'kept')

describe('a database that is there', () => {
  it('is read in one transaction, over several requests', async () => {
    await made(10, ['one', 'other', 'third'])
    const kept = { name: 'kept', version: 10, tables: ['one', 'other'] }
    const answer = await readDatabase(kept, async (transaction) => [
      await all(transaction, 'one'),
      await all(transaction, 'other'),
    ])
    expect(answer).toEqual([['of one'], ['of other']])
  })

  it('is closed after it, so that it may be deleted', async () => {
    await made(10, ['one'])
    const kept = { name: 'kept', version: 10, tables: ['one'] }
    await readDatabase(kept, (transaction) => all(transaction, 'one'))
    await expect(
      readDatabase(kept, async () => {
        throw new Error('of the reader')
      }),
    ).rejects.toThrow('of the reader')
    await answerOf(indexedDB.deleteDatabase('kept'))
    expect(await names()).toEqual([])
  })

  it.each([
    ['of another version', { version: 20, tables: ['one'] }],
    ['that lacks a table', { version: 10, tables: ['one', 'two'] }],
  ])('%s is not read', async (_, { version, tables }) => {
    await made(10, ['one'])
    const read = readDatabase({ name: 'kept', version, tables }, async () => 'read')
    expect(await read).toBeUndefined()
  })
})

it('a database that is not there is not made', async () => {
  const read = readDatabase({ name: 'kept', version: 10, tables: [] }, async () => 'read')
  expect(await read).toBeUndefined()
  expect(await names()).toEqual([])
})

it('a browser that refuses storage is told as it says it', async () => {
  const refusing = {
    open: () => {
      throw new DOMException('no', 'SecurityError')
    },
  } as unknown as IDBFactory
  await expect(
    readDatabase({ name: 'kept', version: 10, tables: [], indexedDB: refusing }, async () => 'read'),
  ).rejects.toThrow('no')
})
