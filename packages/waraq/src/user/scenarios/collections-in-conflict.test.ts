import { afterEach, describe, expect, it } from 'vitest'
import { allCollections } from '../view/queries.ts'
import { outbox } from '../view/outbox-query.ts'
import type { UserData } from '../api.ts'
import type { TransportName } from '../model/records.ts'
import { feedScope, stage, type Stage } from '../stage.test-support.ts'

/** A collection that two devices changed waits for a person, and ends as that person decides, by both transports. */

let scene: Stage
afterEach(() => scene.close())

const minute = 60_000
const names = async (user: UserData) => (await user.query(allCollections())).map(({ name }) => name)
const keyOf = async (user: UserData) => (await user.query(allCollections()))[0]!.key
type UserMutation = (user: UserData) => Promise<unknown>
const rename =
  (name: string): UserMutation =>
  async (user) =>
    user.collections.rename(await keyOf(user), name)
const remove: UserMutation = async (user) => user.collections.delete(await keyOf(user))

const cases: readonly (readonly [
  string,
  UserMutation,
  UserMutation,
  { readonly local: string[]; readonly drop: string[] },
])[] = [
  [
    'renamed on both',
    rename('First'),
    rename('Second'),
    {
      local: ['Second'],
      drop: ['First'],
    },
  ],
  ['renamed, then deleted here', rename('First'), remove, { local: [], drop: ['First'] }],
  ['deleted, then renamed here', remove, rename('Second'), { local: ['Second'], drop: [] }],
]

describe.each<TransportName>(['operations', 'feed'])('by the %s', (transport) => {
  describe.each(cases)('%s', (_, first, second, ends) => {
    it.each(['local', 'drop'] as const)('and ends with %s', async (chosen) => {
      scene = stage()
      if (transport === 'feed') scene.session = { ...scene.session, scope: feedScope }
      const devices = [scene.device(), scene.device()]
      const [here, there] = [await devices[0]!.open(), await devices[1]!.open()]
      await here.collections.create('Ramadan')
      await scene.pass(minute)
      await there.refresh()
      for (const { network } of devices) network.online = false
      await second(here)
      await first(there)
      devices[1]!.network.online = true
      await there.account.check()
      await scene.pass(3 * minute)
      devices[0]!.network.online = true
      await here.account.check()
      await scene.pass(3 * minute)

      const { blocked } = await here.query(outbox())
      expect(blocked).toMatchObject([{ kind: 'collection', why: 'conflict' }])
      await here.outbox.resolve(blocked[0]!.key, chosen)
      await scene.pass(3 * minute)
      expect(await here.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
      const witness = await scene.device().open()
      for (const user of [here, there, witness]) {
        await user.refresh()
        await scene.pass(3 * minute)
        await user.refresh()
        expect(await names(user)).toEqual(ends[chosen])
      }
    })
  })
})
