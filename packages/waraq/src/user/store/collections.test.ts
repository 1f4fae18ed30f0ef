import { afterEach, beforeEach, expect, it } from 'vitest'
import { collectionMembers, allCollections, counts, favorites, marksOfChapter } from '../view/queries.ts'
import type { UserData } from '../api.ts'
import { stage, type Stage } from '../stage.test-support.ts'

let scene: Stage
let user: UserData
beforeEach(() => {
  scene = stage()
  user = scene.device().tab({ connection: undefined, session: undefined })
})
afterEach(() => scene.close())

it('no two of one name are made on a device, nor by renaming one', async () => {
  const refusal = { code: 'invalid_argument', details: { field: 'name' } }
  const [one, other] = [await user.collections.create('One'), await user.collections.create('Other')]
  await expect(user.collections.create(' One ')).rejects.toMatchObject(refusal)
  await expect(user.collections.rename(other, 'One')).rejects.toMatchObject(refusal)
  await user.collections.rename(one, 'One')
  await user.collections.delete(one)
  await user.collections.rename(other, 'One')
  expect((await user.query(allCollections())).map(({ name }) => name)).toEqual(['One'])
})

it('a place is put into exactly these, by one mutation', async () => {
  const keys = []
  for (const name of ['A', 'B', 'C']) keys.push(await user.collections.create(name))
  const [a, b, c] = keys as [string, string, string]
  await user.favorite('2:255')
  await user.highlight('2:255', 'blue')
  await user.collections.set('2:255', [a, b])
  await user.collections.set('2:183', [a])
  const undo = await user.collections.set('2:255', [b, c])
  const of = async () => (await user.query(marksOfChapter(2))).collections.get('2:255')?.toSorted()
  expect(await of()).toEqual([b, c].sort())
  const marks = await user.query(marksOfChapter(2))
  expect([marks.favorited.size, marks.highlights.size]).toEqual([1, 1])
  await expect(user.collections.set('2:255', [a, 'collection|9'])).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await of()).toEqual([b, c].sort())
  await undo()
  expect(await of()).toEqual([a, b].sort())
  await user.collections.set('2:255', [])
  expect(await of()).toBeUndefined()
  expect(await user.query(collectionMembers(a))).toMatchObject([{ verseKey: '2:183' }])
})

it('and what else a person keeps is counted', async () => {
  const [key] = [await user.collections.create('A'), await user.collections.create('B')]
  for (const place of ['2:1', '2:2', { type: 'page', number: 3 }] as const)
    await user.collections.add(key, place)
  await user.favorite('2:1')
  for (const color of ['blue', 'red'] as const) await user.highlight('2:1', color)
  await user.notes.write({ body: 'Text', ranges: ['2:1'] })
  await user.bookmark({ type: 'page', number: 3 })
  expect(await user.query(counts())).toEqual({
    favorites: 1,
    collections: 2,
    notes: 1,
    bookmarks: 1,
    highlights: 1,
  })
  const all = await user.query(allCollections('newest'))
  expect(all.map(({ name, count }) => [name, count])).toEqual([
    ['B', 0],
    ['A', 3],
  ])
  expect(await user.query(favorites())).toHaveLength(1)
})
