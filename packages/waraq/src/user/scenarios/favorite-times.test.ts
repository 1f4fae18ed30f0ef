import { afterEach, describe, expect, it } from 'vitest'
import { outbox } from '../view/outbox-query.ts'
import { favorites } from '../view/queries.ts'
import type { UserData } from '../api.ts'
import { feedScope, stage, type Stage } from '../stage.test-support.ts'

/**
 * When a person favorited a verse, and the order in which they did, stay what they were: whichever way delivers and reads them, over
 * changes of the way, reloads, and an export with its import. What a way does not tell takes nothing away.
 */

let scene: Stage
afterEach(() => scene.close())

const minute = 60_000
const scopes = { feed: feedScope, operations: feedScope.replace('sync ', '') } as const
type Scope = keyof typeof scopes
const allow = (scope: Scope) => {
  scene.session = { signedIn: true, account: 'amina', scope: scopes[scope] }
}

/** The latest first, each with the minute of this test in which it was favorited. */
async function timesOf(user: UserData, began: number): Promise<(readonly [string | null, number | null])[]> {
  const kept = await user.query(favorites('newest'))
  return kept.map(({ verseKey, createdAt }) => [
    verseKey,
    createdAt === null ? null : Math.round((createdAt - began) / minute),
  ])
}

/** Not in the order of the text, so that a list without times is in another order. */
const verses = ['3:1', '18:10', '2:255'] as const
const favorited = [
  ['2:255', 20],
  ['18:10', 10],
  ['3:1', 0],
]

async function favoriteThree(user: UserData): Promise<void> {
  for (const verse of verses) {
    await user.favorite(verse)
    await scene.pass(10 * minute)
  }
}

/** The way changes as it does for people: what the session allows is another, and all is read again. */
async function changeTransport(user: UserData, transport: Scope): Promise<void> {
  allow(transport)
  await user.account.check()
  await scene.pass(minute)
  await user.refresh()
  expect(await user.query(outbox())).toMatchObject({ waiting: 0, transport })
}

const forms = ['flag', 'memberships'] as const
const transports = [
  ['feed', 'operations'],
  ['operations', 'feed'],
] as const
describe.each(forms)('times of favorites, which the feed has as %s', (favoritesInFeed) => {
  describe.each(transports)('brought by the %s', (first, second) => {
    const begin = async () => {
      scene = stage({ favoritesInFeed })
      allow(first)
      const device = scene.device()
      const user = await device.open()
      await scene.pass(minute)
      return { device, user, began: scene.clock.now() }
    }

    it.each([
      ['each at its time', true],
      ['together, after a time without a network', false],
    ])('%s: they stay as the way changes, and changes back', async (_, online) => {
      const { device, user, began } = await begin()
      device.network.online = online
      await favoriteThree(user)
      device.network.online = true
      await user.account.check()
      await scene.pass(3 * minute)
      await user.refresh()
      expect(await user.query(outbox())).toMatchObject({ waiting: 0, transport: first })
      expect(await timesOf(user, began)).toEqual(favorited)
      await changeTransport(user, second)
      expect(await timesOf(user, began)).toEqual(favorited)
      await changeTransport(user, first)
      expect(await timesOf(user, began)).toEqual(favorited)
    })

    it('they stay over a reload, and go into an export and out of it', async () => {
      const { device, user, began } = await begin()
      await favoriteThree(user)
      await changeTransport(user, second)
      user.close()
      const again = await device.open()
      await again.refresh()
      expect(await timesOf(again, began)).toEqual(favorited)
      const file = await again.export()

      scene.session = { signedIn: true, account: 'idris', scope: scopes[second] }
      const other = await scene.device().open()
      await other.import(JSON.parse(JSON.stringify(file)))
      expect(await timesOf(other, began)).toEqual(favorited)
      await scene.pass(3 * minute)
      expect(await other.query(outbox())).toMatchObject({ waiting: 0, transport: second })
      await other.refresh()
      expect(await timesOf(other, began)).toEqual(favorited)
      scene.session = { ...scene.session, scope: scopes[first] }
      await other.account.check()
      await scene.pass(minute)
      await other.refresh()
      expect((await other.export()).favorites).toEqual(file.favorites)
    })
  })
})
