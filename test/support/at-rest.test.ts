import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { ignoreOneLoop, nextTurn, settle } from './at-rest.ts'
import { holdTransaction } from './held-transaction.ts'

const opened = (name: string): Promise<IDBDatabase> =>
  new Promise((resolve) => {
    const request = new IDBFactory().open(name)
    request.onupgradeneeded = () => request.result.createObjectStore('table', { autoIncrement: true })
    request.onsuccess = () => resolve(request.result)
  })

test('settling waits for transactions, however many follow each other', async () => {
  const database = await opened('long')
  const [count, expected] = [{ done: 0 }, 500]
  const next = (): void => {
    const transaction = database.transaction('table', 'readwrite')
    transaction.objectStore('table').put('x')
    transaction.oncomplete = () => (++count.done < expected ? next() : database.close())
  }
  next()
  await settle()
  expect(count.done).toBe(expected)
})

test('settling waits for jobs of the thread pool, messages and the shortest timers, and for what these begin', async () => {
  const seen: string[] = []
  const { port1, port2 } = new MessageChannel()
  port2.onmessage = () => {
    seen.push('message')
    setTimeout(() => seen.push('timer'), 0)
  }
  const [channel, other] = [new BroadcastChannel('at-rest'), new BroadcastChannel('at-rest')]
  channel.onmessage = () => {
    seen.push('channel')
    port1.postMessage('x')
  }
  void crypto.subtle.digest('SHA-256', new Uint8Array(2e7)).then(() => {
    seen.push('digest')
    other.postMessage('x')
  })
  await settle()
  expect(seen).toEqual(['digest', 'channel', 'message', 'timer'])
  for (const each of [port1, port2, channel, other]) each.close()
})

test('a timer that is taken back is not waited for', async () => {
  clearTimeout(setTimeout(() => undefined, 1))
  await settle()
})

test('several may settle at the same time', async () => {
  await Promise.all([settle(), settle(), settle()])
})

test('a loop that is named does not keep others from settling, and one that is not is told of', async () => {
  const database = await opened('held')
  const end = holdTransaction(database, ['table'])
  await settle()
  end()
  await settle()
  let goesOn = true
  const loop = () => void (goesOn && setImmediate(loop))
  loop()
  await expect(settle()).rejects.toThrow('does not come to rest')
  const endLoop = ignoreOneLoop()
  await settle()
  endLoop()
  endLoop()
  goesOn = false
  await settle()
  database.close()
})

test('a turn is one turn', async () => {
  const seen: number[] = []
  setImmediate(() => setImmediate(() => seen.push(2)))
  setImmediate(() => seen.push(1))
  await nextTurn()
  expect(seen).toEqual([1])
})
