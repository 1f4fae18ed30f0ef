import { createUserClient } from '../../client/user/user-client.ts'
import { directConnection } from '../../client/user/user-connection.ts'
import { userRootsBelow } from '@waraq/protocol/user'
import { settle } from '@waraq/test-support/at-rest'
import { afterEach, describe, expect, it } from 'vitest'
import { outbox } from '../view/outbox-query.ts'
import { stage, type Stage } from '../stage.test-support.ts'

/** Time read is counted at most once, on the day and in the zone of the reading. */

let scene: Stage
afterEach(() => scene.close())

const minute = 60_000
const stretch = (seconds: number, range = '2:1-2:5') => ({ seconds, ranges: [range] })

async function days(): Promise<readonly (readonly [string, number | undefined])[]> {
  const { activityDays } = createUserClient({
    connection: directConnection({
      root: userRootsBelow('http://localhost'),
      tokens: { get: () => scene.sandbox.userToken({ user: 'amina' }) },
    }),
    fetch: (input, init) => scene.sandbox.fetch(new Request(input, init)),
  })
  const found: [string, number | undefined][] = []
  for await (const { date, secondsRead } of activityDays.list.each({ first: 20 }))
    found.push([date, secondsRead])
  return found
}

describe('time read', () => {
  it('adds up at the service, stretch by stretch', async () => {
    scene = stage()
    const user = await scene.device().open()
    await user.logReadingTime(stretch(300))
    await user.logReadingTime(stretch(120, '2:6-2:9'))
    expect((await user.query(outbox())).waiting).toBe(2)
    await scene.pass(minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, uncountedSeconds: 0 })
    expect((await days()).map(([, seconds]) => seconds)).toEqual([420])
  })

  it('is of the day on which it was read, though it is delivered days later', async () => {
    scene = stage()
    const device = scene.device()
    const user = await device.open()
    await scene.pass(minute)
    const read = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format(scene.clock.now())
    device.network.online = false
    await user.logReadingTime(stretch(300))
    await scene.pass(3 * 24 * 60 * minute)
    device.network.online = true
    await user.account.check()
    await scene.pass(10 * minute)
    expect(await days()).toEqual([[read, 300]])
  })

  it('before anyone signs in is counted once it is taken along to an account', async () => {
    scene = stage()
    const { session } = scene
    scene.session = { signedIn: false }
    const user = await scene.device().open()
    await user.logReadingTime(stretch(300))
    scene.session = session
    await user.account.check()
    await user.account.attach({ take: true })
    await scene.pass(minute)
    expect((await days()).map(([, seconds]) => seconds)).toEqual([300])
  })

  const lost = { match: { path: 'user', method: 'POST' } } as const

  it.each([
    ['before it took effect', { networkError: true }],
    ['after it took effect', { networkError: true, carriedOut: 'before' }],
    [
      'before an effect that comes after the timeout',
      { networkError: true, carriedOut: { afterMs: 60_000 } },
    ],
  ] as const)('whose answer is lost %s is counted once', async (_, effect) => {
    scene = stage()
    const user = await scene.device().open()
    scene.sandbox.fault({ ...lost, effect })
    await user.logReadingTime(stretch(60))
    await scene.pass(10 * minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, uncountedSeconds: 0 })
    expect((await days()).map(([, counted]) => counted)).toEqual([60])
  })

  it('of one day waits while an earlier stretch is unsure, and both are counted', async () => {
    scene = stage()
    const user = await scene.device().open()
    scene.sandbox.fault({ ...lost, effect: { networkError: true } })
    await user.logReadingTime(stretch(60))
    await user.logReadingTime(stretch(60))
    await scene.pass(10 * minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, uncountedSeconds: 0 })
    expect((await days()).map(([, counted]) => counted)).toEqual([120])
  })

  it.each([
    ['counted', { networkError: true, carriedOut: 'before' }, 105],
    ['not counted', { networkError: true }, 45],
  ] as const)(
    '%s beside the same verses on another device is not repeated, and told',
    async (_, effect, seconds) => {
      scene = stage()
      const user = await scene.device().open()
      scene.sandbox.fault({ ...lost, effect })
      await user.logReadingTime(stretch(60))
      await scene.pass(2_000)
      const other = await scene.device().open()
      await other.logReadingTime(stretch(45))
      await scene.pass(10 * minute)
      expect(await user.query(outbox())).toMatchObject({ waiting: 0, uncountedSeconds: 60 })
      expect((await days()).map(([, counted]) => counted)).toEqual([seconds])
    },
  )

  it.each([
    [{ seconds: 601, ranges: ['2:1-2:5'] }, 'seconds'],
    [{ seconds: 0, ranges: ['2:1-2:5'] }, 'seconds'],
    [{ seconds: 1.5, ranges: ['2:1-2:5'] }, 'seconds'],
    [{ seconds: 60, ranges: [] }, 'ranges'],
    [{ seconds: 60, ranges: ['2:300-2:301'] }, 'ranges'],
  ])('in another form is refused, and nothing kept: %j', async (given, field) => {
    scene = stage()
    const user = await scene.device().open()
    await expect(user.logReadingTime(given)).rejects.toMatchObject({
      code: 'invalid_argument',
      details: { field },
    })
    await settle()
    expect((await user.query(outbox())).waiting).toBe(0)
  })
})
