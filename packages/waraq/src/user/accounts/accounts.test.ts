import { failure } from '@waraq/test-support/failure'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allCollections, collectionMembers, favorites } from '../view/queries.ts'
import { allNotes } from '../view/note-queries.ts'
import { outbox } from '../view/outbox-query.ts'
import type { UserData } from '../api.ts'
import { memoryMarks } from '@waraq/test-support/memory-marks'
import { stage, type Device, type Stage } from '../stage.test-support.ts'

let scene: Stage
let device: Device
beforeEach(() => {
  scene = stage()
  device = scene.device()
})
afterEach(() => scene.close())

const minute = 60_000
const nobody = { signedIn: false }
const amina = { signedIn: true, account: 'amina' }
const idris = { signedIn: true, account: 'idris' }
const versesOf = async (user: UserData) => (await user.query(favorites())).map(({ verseKey }) => verseKey)
const state = (user: UserData) => user.account.get()
async function signIn(user: UserData, session: Stage['session']): Promise<void> {
  scene.session = session
  await user.account.check()
}
/** The databases of accounts on this device. */
async function ofAccounts(): Promise<(string | undefined)[]> {
  const all = (await device.indexedDB.databases()).map(({ name }) => name)
  return all.filter((name) => name !== 'waraq-user' && name !== 'waraq-user:device')
}

describe('before anyone signs in', () => {
  beforeEach(() => void (scene.session = nobody))

  it('everything is kept on this device, and no service is asked', async () => {
    const user = await device.open()
    await user.favorite('2:255')
    await scene.pass(24 * 60 * minute)
    expect(state(user)).toEqual({ account: null, session: 'signed_out', scope: null })
    expect(await versesOf(user)).toEqual(['2:255'])
    expect(scene.sandbox.requests).toEqual([])
    user.close()
    expect(await versesOf(await device.open())).toEqual(['2:255'])
  })

  it('an account that signs in is asked what to take along; it goes once, whoever asks twice', async () => {
    const [user, other] = [await device.open(), await device.open()]
    await user.favorite('2:255')
    const key = await user.collections.create('Ramadan')
    await user.collections.add(key, '2:183')
    await user.notes.write({ body: 'To think about.', ranges: ['2:1-2:1'] })
    await signIn(user, amina)
    expect(state(user)).toMatchObject({ account: null, session: 'unattached' })
    await scene.pass(10 * minute)
    expect(scene.sandbox.requests).toEqual([])
    await user.account.attach({ take: true })
    expect(state(user)).toMatchObject({ account: 'amina', session: 'signed_in' })
    expect(await failure(user.account.attach({ take: true }))).toMatchObject({ code: 'unauthorized' })
    await scene.pass(minute)
    for (const each of [user, other]) {
      expect(await versesOf(each)).toEqual(['2:255'])
      expect(await each.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
    }
    const there = await scene.device().open()
    await there.refresh()
    const [collection] = await there.query(allCollections())
    expect(await there.query(collectionMembers(collection!.key))).toHaveLength(1)
    expect(await there.query(allNotes())).toHaveLength(1)
  })

  it('a reading bookmark that comes along replaces one that waits there', async () => {
    const user = await device.open()
    await signIn(user, amina)
    await user.setReadingBookmark('2:1')
    await user.account.signOut({ waiting: 'keep' })
    await user.setReadingBookmark('4:1')
    await signIn(user, amina)
    await user.account.attach({ take: true })
    expect((await user.export()).reading).toEqual([{ slot: 1, name: null, place: '4:1' }])
    await scene.pass(minute)
    const there = await scene.device().open()
    await there.refresh()
    expect((await there.export()).reading).toEqual([{ slot: 1, name: null, place: '4:1' }])
  })

  it('what is not taken along stays, and is there again after the account has left', async () => {
    const user = await device.open()
    await user.favorite('2:255')
    await signIn(user, amina)
    await user.account.attach({ take: false })
    expect(await versesOf(user)).toEqual([])
    await user.favorite('1:1')
    await scene.pass(minute)
    expect(await user.account.signOut({ waiting: 'deliver' })).toEqual({ waiting: 0, left: true })
    expect(await versesOf(user)).toEqual(['2:255'])
    expect(state(user)).toMatchObject({ account: null, session: 'signed_out' })
  })

  it('is taken along to who is signed in by then, and nowhere where the backend does not say', async () => {
    const user = await device.open()
    await user.favorite('2:255')
    await signIn(user, amina)
    device.network.online = false
    expect(await failure(user.account.attach({ take: true }))).toMatchObject({
      code: 'service_failed',
      retryable: true,
    })
    expect(await versesOf(user)).toEqual(['2:255'])
    expect(await ofAccounts()).toEqual([])
    device.network.online = true
    scene.session = idris
    await user.account.attach({ take: true })
    expect(state(user)).toMatchObject({ account: 'idris', session: 'signed_in' })
    expect(await versesOf(user)).toEqual(['2:255'])
    expect(await ofAccounts()).toHaveLength(1)
  })

  it('where nothing was kept, the account is shown at once', async () => {
    const user = await device.open()
    await signIn(user, amina)
    expect(state(user)).toMatchObject({ account: 'amina', session: 'signed_in' })
  })

  it('an account that the backend does not name gets nothing', async () => {
    const user = await device.open()
    await user.favorite('2:255')
    await signIn(user, { signedIn: true })
    await scene.pass(minute)
    expect(state(user)).toMatchObject({ account: null, session: 'unnamed' })
    expect(scene.sandbox.requests).toEqual([])
  })
})

describe('leaving', () => {
  it('delivers what waits first, and stays where that does not succeed', async () => {
    const user = await device.open()
    await user.favorite('2:255')
    device.network.online = false
    expect(await user.account.signOut({ waiting: 'deliver' })).toEqual({ waiting: 1, left: false })
    expect(state(user).account).toBe('amina')
    device.network.online = true
    expect(await user.account.signOut({ waiting: 'deliver' })).toEqual({ waiting: 0, left: true })
    expect(await ofAccounts()).toEqual([])
    const there = await scene.device().open()
    await signIn(there, amina)
    await there.refresh()
    expect(await versesOf(there)).toEqual(['2:255'])
  })

  it('leaves no byte behind in any tab', async () => {
    const [user, other] = [await device.open(), await device.open()]
    await user.notes.write({ body: 'Nobody else’s business.', ranges: ['2:1-2:1'] })
    expect(await user.account.signOut({ waiting: 'drop' })).toEqual({ waiting: 1, left: true })
    await scene.pass(0)
    expect(await other.query(allNotes())).toEqual([])
    expect(await ofAccounts()).toEqual([])
    await scene.pass(60 * minute)
    await signIn(user, idris)
    expect(await user.query(allNotes())).toEqual([])
    expect(scene.sandbox.requests.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('is known to the other tabs: the account arrives in none of them', async () => {
    const [user, other] = [await device.open(), await device.open()]
    await user.account.signOut({ waiting: 'drop' })
    await other.favorite('2:255')
    await scene.pass(0)
    expect(state(other)).toEqual({ account: null, session: 'signed_out', scope: null })
    expect(await failure(other.account.attach({ take: true }))).toMatchObject({ code: 'unauthorized' })
    expect(await ofAccounts()).toEqual([])
  })

  it('is not undone by what the backend said before', async () => {
    const { session } = device.options()
    let answer = () => {}
    let isSlow = false
    const slowly = new Promise<void>((resolve) => (answer = resolve))
    const read = async (signal: AbortSignal) => {
      const reported = await session!.read(signal)
      if (isSlow) await slowly
      return reported
    }
    const [user, other] = [await device.open(), await device.open({ session: { ...session!, read } })]
    isSlow = true
    const checking = other.account.check()
    await scene.pass(0)
    await user.account.signOut({ waiting: 'drop' })
    answer()
    await checking
    expect(state(other)).toEqual({ account: null, session: 'signed_out', scope: null })
    expect(await ofAccounts()).toEqual([])
  })

  it('keeps what has not arrived for the account’s next sign-in, unseen by others', async () => {
    const user = await device.open()
    await user.favorite('1:1')
    await scene.pass(minute)
    device.network.online = false
    await user.favorite('2:255')
    await user.account.signOut({ waiting: 'keep' })
    device.network.online = true
    await user.account.check()
    expect(scene.session).toEqual(nobody)
    await signIn(user, idris)
    expect(await versesOf(user)).toEqual([])
    await user.account.signOut({ waiting: 'drop' })
    await signIn(user, amina)
    expect(await versesOf(user)).toEqual(['2:255'])
    await scene.pass(minute)
    await user.refresh()
    expect(await versesOf(user)).toEqual(['1:1', '2:255'])
    expect((await user.query(outbox())).waiting).toBe(0)
  })

  it('without a network the account is gone at once, and is signed out as soon as there is one', async () => {
    const user = await device.open()
    device.network.online = false
    await user.account.signOut({ waiting: 'drop' })
    expect(await ofAccounts()).toEqual([])
    user.close()
    device.network.online = true
    const again = await device.open()
    expect(state(again)).toMatchObject({ account: null, session: 'signed_out' })
    expect(scene.session).toEqual(nobody)
  })

  it('is over where the backend does not answer, and what it answers later signs no account out', async () => {
    let answer = () => {}
    const silent = new Promise<{ readonly signedIn: boolean; readonly account: string }>((resolve) => {
      answer = () => resolve(amina)
    })
    const { session } = device.options()
    let isSilent = false
    const read = (signal: AbortSignal) =>
      isSilent ? Promise.race([silent, aborted(signal)]) : session!.read(signal)
    const user = await device.open({ session: { ...session!, read } })
    isSilent = true
    const leaving = user.account.signOut({ waiting: 'drop' })
    await scene.pass(minute)
    await leaving
    expect(state(user).account).toBeNull()
    answer()
    await scene.pass(minute)
    expect(scene.session).toEqual(expect.objectContaining({ signedIn: true }))
  })
})

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

it('a favorite whose page ends before it is written is left to the same account, and to no other', async () => {
  const marks = memoryMarks()
  const user = await device.open({ marks })
  const written = user.favorite('2:255')
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
  // The storage of a page that ends now. The disk has nothing yet.
  const left = memoryMarks(Object.fromEntries(marks.all))
  await written
  expect(marks.getItem('waraq-user:intents')).toBeNull()

  device = scene.device()
  scene.session = idris
  const next = await device.open({ marks: left })
  expect(await versesOf(next)).toEqual([])
  await scene.clock.run(next.account.signOut({ waiting: 'drop' }))
  await signIn(next, amina)
  await scene.pass(1_000)
  expect(state(next).account).toBe('amina')
  expect(await versesOf(next)).toEqual(['2:255'])
  expect(left.getItem('waraq-user:intents')).toBeNull()
})
