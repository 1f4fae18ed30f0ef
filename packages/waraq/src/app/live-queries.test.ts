import { expect, it } from 'vitest'
import { LiveQueries, type Begin } from './live-queries.ts'

it('a query that is pending again is waited for again', async () => {
  let observer!: Parameters<Begin<string>>[0]
  const begin: Begin<string> = (given) => {
    observer = given
    return () => undefined
  }
  const query = new LiveQueries().of('question', begin)
  const settled: string[] = []
  const wait = (name: string) => void query.ask().then(() => settled.push(name))
  wait('first')
  observer.reset()
  await Promise.resolve()
  expect(settled).toEqual([])
  observer.next('one')
  await Promise.resolve()
  const before = query.settled
  observer.reset()
  expect(query.settled).not.toBe(before)
  wait('second')
  await Promise.resolve()
  expect([settled, query.source.get()]).toMatchObject([['first'], { data: undefined, isPending: true }])
  observer.error('broken')
  await Promise.resolve()
  expect(settled).toEqual(['first', 'second'])
})
