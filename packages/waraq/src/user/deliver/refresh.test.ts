import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allCollections, marksOfChapter, favorites } from '../view/queries.ts'
import type { UserData } from '../api.ts'
import { stage, type Stage } from '../stage.test-support.ts'

let scene: Stage
let user: UserData
let other: UserData
beforeEach(async () => {
  scene = stage()
  user = await scene.device().open()
  other = await scene.device().open()
})
afterEach(() => scene.close())

const minute = 60_000
const paths = () => scene.sandbox.requests.map(({ path }) => path.replace('/auth/v1/', ''))

describe('what is on the screen', () => {
  it('of a surah is two requests, and two for where the person reads, and none more for five minutes', async () => {
    const end = user.live(marksOfChapter(2)).subscribe(() => undefined)
    await scene.pass(minute)
    expect(paths()).toEqual(['bookmarks/ayahs-range', 'notes/by-range', 'bookmarks', 'bookmarks'])
    await user.account.check()
    await scene.pass(minute)
    expect(paths()).toHaveLength(4)
    await scene.pass(5 * minute)
    await user.account.check()
    await scene.pass(minute)
    expect(paths()).toHaveLength(8)
    end()
    await scene.pass(10 * minute)
    await user.account.check()
    await scene.pass(minute)
    expect(paths()).toHaveLength(8)
  })

  it('shows what another device did, and no longer what it took away', async () => {
    const observed: string[][] = []
    user.live(favorites()).subscribe((all) => void observed.push(all.map(({ verseKey }) => verseKey!)))
    await other.favorite('2:1')
    await other.favorite('2:2')
    await scene.pass(6 * minute)
    await user.account.check()
    await scene.pass(minute)
    expect(observed.at(-1)).toEqual(['2:1', '2:2'])
    await other.favorite('2:1', false)
    await scene.pass(6 * minute)
    await user.account.check()
    await scene.pass(minute)
    expect(observed.at(-1)).toEqual(['2:2'])
  })

  it('lists again the members of those collections alone that have changed', async () => {
    const [one] = [await other.collections.create('One'), await other.collections.create('Two')]
    await scene.pass(minute)
    await user.refresh([allCollections()])
    scene.sandbox.clearRequests()
    await other.collections.add(one, '2:1')
    await scene.pass(minute)
    scene.sandbox.clearRequests()
    await user.refresh([allCollections()])
    expect(paths().map((path) => path.replace(/collection-.*/, 'id'))).toEqual([
      'collections',
      'collections/id',
    ])
  })
})

describe('a list that is refused', () => {
  it('tells the problem, takes nothing away, and is read again', async () => {
    await other.favorite('2:1')
    await scene.pass(minute)
    await user.refresh([favorites()])
    scene.sandbox.fault({ match: { path: 'user' }, effect: { status: 503 } })
    await user.refresh([favorites()])
    expect(user.problem.get()).toMatchObject({ code: 'service_failed' })
    expect(await user.query(favorites())).toHaveLength(1)
    await user.refresh([favorites()])
    expect(user.problem.get()).toBeUndefined()
  })
  it('an answer that is none of a list is a problem, and changes nothing', async () => {
    await other.favorite('2:1')
    await scene.pass(minute)
    await user.refresh([favorites()])
    scene.sandbox.fault({ match: { path: 'user' }, effect: { html: true } })
    await user.refresh([favorites()])
    expect(user.problem.get()).toBeDefined()
    expect(await user.query(favorites())).toHaveLength(1)
  })
})
