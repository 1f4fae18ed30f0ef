import { settle } from '@waraq/test-support/at-rest'
import { afterEach, describe, expect, it } from 'vitest'
import { allCollections, collectionMembers, marksOfChapter, favorites } from './view/queries.ts'
import { allNotes } from './view/note-queries.ts'
import { outbox } from './view/outbox-query.ts'
import { readingPlace } from './view/place-queries.ts'
import type { UserData } from './api.ts'
import { feedScope, stage, type Stage } from './stage.test-support.ts'

let scene: Stage
afterEach(() => scene.close())

const minute = 60_000

describe('what a person does', () => {
  it('is shown at once, and is at the service a moment later', async () => {
    scene = stage()
    const [device, other] = [scene.device(), scene.device()]
    const user = await device.open()
    const observed: string[][] = []
    user.live(marksOfChapter(2)).subscribe(({ favorited }) => void observed.push([...favorited.keys()]))
    await user.favorite('2:255')
    const key = await user.collections.create('Ramadan')
    await user.collections.add(key, '2:183')
    await user.notes.write({ body: 'To think about.', ranges: ['2:255-2:255'] })
    await user.setLastRead('18:60')
    await settle()
    expect(observed.at(-1)).toEqual(['2:255'])
    expect((await user.query(outbox())).waiting).toBe(5)
    await scene.pass(minute)
    expect(await user.query(outbox())).toEqual({
      waiting: 0,
      blocked: [],
      nextTryAt: null,
      code: null,
      transport: 'operations',
      uncountedSeconds: 0,
    })
    expect(user.problem.get()).toBeUndefined()

    const there = await other.open()
    await there.refresh()
    expect((await there.query(favorites())).map(({ verseKey }) => verseKey)).toEqual(['2:255'])
    const [collection] = await there.query(allCollections())
    expect(collection).toMatchObject({ name: 'Ramadan', pending: false })
    expect(await there.query(collectionMembers(collection!.key))).toMatchObject([{ verseKey: '2:183' }])
    expect(await there.query(allNotes())).toMatchObject([{ body: 'To think about.', pending: false }])
    expect(await there.query(readingPlace())).toMatchObject({ verseKey: '18:60' })
  })
})

describe('a verse that is bookmarked', () => {
  it('is a favorite, and nothing that no list shows', async () => {
    scene = stage()
    const user = await scene.device().open()
    await user.bookmark('2:1')
    expect(await user.query(favorites())).toMatchObject([{ verseKey: '2:1' }])
    await user.bookmark('2:1', false)
    expect((await user.query(outbox())).waiting).toBe(0)
  })
})

describe('favorites', () => {
  const newest = async (user: UserData) =>
    (await user.query(favorites('newest'))).map(({ verseKey }) => verseKey)

  it.each([
    ['operations', ''],
    ['feed', feedScope],
  ])('have the time at which they were favorited, also once %s have delivered them', async (_, scope) => {
    scene = stage()
    scene.session = { signedIn: true, account: 'amina', scope }
    const user = await scene.device().open()
    const began = scene.clock.now()
    for (const verse of ['18:10', '2:255', '3:1']) {
      await user.favorite(verse)
      await scene.pass(10 * minute)
    }
    await user.favorite('2:255', false)
    await scene.pass(minute)
    await user.favorite('2:255')
    await scene.pass(minute)
    await user.refresh()
    const kept = await user.query(favorites('newest'))
    expect(kept.map(({ verseKey, pending }) => [verseKey, pending])).toEqual([
      ['2:255', false],
      ['3:1', false],
      ['18:10', false],
    ])
    const times = kept.map(({ createdAt }) => Math.round((createdAt! - began) / minute))
    expect(times).toEqual([31, 20, 0])
    expect((await user.query(favorites())).map(({ verseKey }) => verseKey)).toEqual(['2:255', '3:1', '18:10'])
  })

  it('go along to the account, and out and in, in their order', async () => {
    scene = stage()
    scene.session = { signedIn: false }
    const user = await scene.device().open()
    for (const verse of ['18:10', '2:255', '3:1']) await user.favorite(verse)
    await scene.pass(minute)
    const other = await scene.device().open()
    await other.favorite('1:1')
    await other.import(await user.export())
    expect(await newest(other)).toEqual(['1:1', '3:1', '2:255', '18:10'])
    scene.session = { signedIn: true, account: 'amina', scope: '' }
    await user.account.check()
    await user.account.attach({ take: true })
    expect(await newest(user)).toEqual(['3:1', '2:255', '18:10'])
  })
})
