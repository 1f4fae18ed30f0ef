import { isJsonObject } from '@waraq/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mutatedAt, feedApplication } from '../application.test-support.ts'
import { outbox } from '../view/outbox-query.ts'
import { readingPlace } from '../view/place-queries.ts'
import type { UserData } from '../api.ts'
import { feedScope, stage, type Device, type Stage } from '../stage.test-support.ts'

/** Of the places where a person has read, the one of the latest mutation counts, in whatever order they arrive. */

let scene: Stage
beforeEach(() => {
  scene = stage()
  scene.session = { ...scene.session, scope: feedScope }
})
afterEach(() => scene.close())

const minute = 60_000
const day = 24 * 60 * minute

const placeOf = async (user: UserData) => (await user.query(readingPlace()))?.verseKey ?? null

async function comeBack(device: Device, user: UserData) {
  device.network.online = true
  await user.account.check()
  await scene.pass(3 * minute)
  expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
}

/** What everyone shows: these devices, and one that is new. */
async function allShow(users: readonly UserData[], verse: string | null) {
  const witness = await scene.device().open()
  for (const user of [...users, witness]) {
    await user.refresh()
    expect(await placeOf(user)).toBe(verse)
  }
}

/** The sessions that the service has, in the order of their last change. */
async function sessions() {
  const rows = await (await feedApplication(scene.sandbox)).rows('READING_SESSION')
  return rows.map(({ type, data }) =>
    isJsonObject(data) ? `${Number(data['chapterNumber'])}:${Number(data['verseNumber'])}` : type,
  )
}

const session = (chapterNumber: number, verseNumber: number, at: number) => ({
  type: 'CREATE',
  resource: 'READING_SESSION',
  data: { chapterNumber, verseNumber, ...mutatedAt(at) },
})

describe('the later mutation', () => {
  it.each(['earlier', 'later'] as const)(
    'counts where the device of the %s one comes back first',
    async (first) => {
      const devices = { earlier: scene.device(), later: scene.device() }
      const users = { earlier: await devices.earlier.open(), later: await devices.later.open() }
      for (const { network } of Object.values(devices)) network.online = false
      await users.earlier.setLastRead('2:1')
      await scene.pass(day)
      await users.later.setLastRead('18:60')
      await scene.pass(minute)
      for (const each of first === 'earlier'
        ? (['earlier', 'later'] as const)
        : (['later', 'earlier'] as const))
        await comeBack(devices[each], users[each])
      await allShow(Object.values(users), '18:60')
    },
  )

  it('counts where an application brings one of a day ago', async () => {
    const [user, app] = [await scene.device().open(), await feedApplication(scene.sandbox)]
    await scene.pass(day)
    await user.setLastRead('18:60')
    await scene.pass(3 * minute)
    await app.push(session(2, 1, scene.clock.now() - day))
    await allShow([user], '18:60')
    await scene.pass(minute)
    await app.push(session(3, 1, scene.clock.now()))
    await allShow([user], '3:1')
  })

  it('counts where an application has brought it to a device that knows its own alone', async () => {
    const [device, app] = [scene.device(), await feedApplication(scene.sandbox)]
    const user = await device.open()
    await user.setLastRead('2:1')
    await scene.pass(3 * minute)
    device.network.online = false
    const at = scene.clock.now()
    await user.setLastRead('2:2')
    await scene.pass(day)
    await app.push(session(3, 1, at + minute), session(4, 1, at - minute))
    await comeBack(device, user)
    await allShow([user], '3:1')
    expect(await sessions()).not.toContain('2:2')
  })

  it('is told by the clock of the service where that of the device was wrong', async () => {
    const [device, app] = [scene.device(), await feedApplication(scene.sandbox)]
    const { clock } = scene
    const user = await device.open({
      clock: {
        now: () => clock.now() - day,
        monotonic: () => clock.monotonic(),
        sleep: (ms, signal) => clock.sleep(ms, signal),
      },
    })
    device.network.online = false
    await user.setLastRead('18:60')
    await app.push(session(2, 1, scene.clock.now() - minute))
    await comeBack(device, user)
    await allShow([user], '18:60')
  })
})

describe('a session that is deleted', () => {
  it('is no place any more: that of the one before is', async () => {
    const [user, app] = [await scene.device().open(), await feedApplication(scene.sandbox)]
    const at = scene.clock.now()
    await app.push(session(2, 1, at), session(18, 60, at + 1))
    await allShow([user], '18:60')
    const remove = async (place: string) => {
      const rows = await app.rows('READING_SESSION')
      const { resourceId } = rows[(await sessions()).indexOf(place)]!
      await app.push({ type: 'DELETE', resource: 'READING_SESSION', resourceId: resourceId! })
    }
    await remove('18:60')
    await allShow([user], '2:1')
    await remove('2:1')
    await allShow([user], null)
    await user.setLastRead('3:1')
    await scene.pass(3 * minute)
    await allShow([user], '3:1')
  })
})

describe('moves of the place', () => {
  it('within twenty minutes are one session, and those after them another', async () => {
    const user = await scene.device().open()
    for (let verse = 1; verse <= 30; verse++) {
      await user.setLastRead(`2:${verse}`)
      await scene.pass(38_000)
    }
    await scene.pass(3 * minute)
    expect(await sessions()).toEqual(['2:30'])
    await scene.pass(18 * minute)
    await user.setLastRead('2:31')
    await scene.pass(3 * minute)
    expect(await sessions()).toEqual(['2:30', '2:31'])
    await allShow([user], '2:31')
  })

  it('go on with the session of another device', async () => {
    const [one, other] = [await scene.device().open(), await scene.device().open()]
    await one.setLastRead('2:1')
    await scene.pass(3 * minute)
    await other.setLastRead('2:2')
    await scene.pass(3 * minute)
    expect(await sessions()).toEqual(['2:2'])
    await allShow([one, other], '2:2')
  })
})
