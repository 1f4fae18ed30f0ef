import type { FaultSpec } from '@waraq/sandbox'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allNotes } from '../view/note-queries.ts'
import { marksOfChapter, favorites } from '../view/queries.ts'
import { outbox } from '../view/outbox-query.ts'
import type { UserData } from '../api.ts'
import { UserDatabase } from '../store/database.ts'
import { feedScope, stage, type Device, type Stage } from '../stage.test-support.ts'

let scene: Stage
let device: Device
let user: UserData
let other: UserData
beforeEach(async () => {
  scene = stage({ readingBookmarksInFeed: 'both' })
  scene.session = { ...scene.session, scope: feedScope }
  device = scene.device()
  user = await device.open()
  other = await scene.device().open({ transport: 'operations' })
  await other.setLastRead('1:1')
  await scene.pass(6 * minute)
  scene.sandbox.clearRequests()
})
afterEach(() => scene.close())

const minute = 60_000
const day = 24 * 60 * minute
const sync = { path: '/auth/v1/sync', method: 'GET' }
const fault = (spec: FaultSpec) => scene.sandbox.fault(spec)
/** What was asked of the feed: for the latest change alone, or since when. */
const asked = () =>
  scene.sandbox.requests.flatMap(({ method, path, query }) => {
    if (method !== 'GET' || path !== sync.path) return []
    const reported = new URLSearchParams(query)
    return reported.has('metadataOnly') ? ['head'] : [reported.get('mutationsSince') === '0' ? 'all' : 'new']
  })
const favoritesOf = async (each: UserData) => (await each.query(favorites())).map(({ verseKey }) => verseKey)

describe('the feed is asked', () => {
  it('every five minutes whether anything has changed, and for no more than that', async () => {
    await scene.pass(20 * minute - 1)
    expect(asked()).toEqual(['head', 'head', 'head', 'head'])
    await other.favorite('2:255')
    await scene.pass(6 * minute)
    expect(asked().slice(4)).toEqual(['head', 'new'])
    expect(await favoritesOf(user)).toEqual(['2:255'])
  })

  it('when a person comes back, and by several reasons at once once', async () => {
    await user.account.check()
    await user.account.check()
    await scene.pass(0)
    expect(asked()).toEqual(['head'])
  })

  it('and not the lists that it tells', async () => {
    user.live(marksOfChapter(2)).subscribe(() => undefined)
    user.live(favorites()).subscribe(() => undefined)
    await scene.pass(minute)
    await user.refresh()
    const others = scene.sandbox.requests.map(({ path }) => path).filter((path) => path !== sync.path)
    expect([...new Set(others)]).toEqual(['/auth/v1/bookmarks', '/auth/v1/preferences'])
  })

  it('from its beginning each month: a deletion that was not told is found', async () => {
    await other.favorite('2:255')
    await scene.pass(6 * minute)
    fault({ match: sync, times: Infinity, effect: { userFeed: { forgetDeletions: true } } })
    await other.favorite('2:255', false)
    await other.notes.write({ body: 'To think about.', ranges: ['2:1-2:1'] })
    await scene.pass(6 * minute)
    expect(await user.query(allNotes())).toHaveLength(1)
    scene.sandbox.clearRequests()
    // A month in which the device was not used.
    user.close()
    await scene.pass(31 * day)
    user = await device.open()
    await scene.pass(minute)
    expect(asked()).toEqual(['all', 'all'])
    expect(await favoritesOf(user)).toEqual([])
  })

  it('by one tab for all', async () => {
    const second = await device.open()
    await other.favorite('2:255')
    await scene.pass(6 * minute)
    expect(asked().filter((each) => each !== 'head')).toEqual(['new'])
    expect(await favoritesOf(second)).toEqual(['2:255'])
  })
})

describe('what goes wrong', () => {
  it('is told, and the feed is asked again', async () => {
    fault({ match: sync, effect: { status: 503 } })
    await scene.pass(5 * minute + 1_000)
    expect(user.problem.get()).toMatchObject({ code: 'service_failed' })
    await other.favorite('2:255')
    await scene.pass(6 * minute)
    expect(user.problem.get()).toBeUndefined()
    expect(await favoritesOf(user)).toEqual(['2:255'])
  })

  it('in one row is told with its name, and the feed goes on', async () => {
    const row = (data: unknown) => ({ type: 'CREATE', resource: 'NOTE', resourceId: 'n', data, timestamp: 1 })
    fault({ match: sync, times: 2, effect: { userFeed: { addRows: [row(null)] } } })
    await other.favorite('2:255')
    await scene.pass(6 * minute)
    const problem = { code: 'invalid_response', details: { count: 1, rows: ['NOTE n'] } }
    expect(user.problem.get()).toMatchObject(problem)
    await user.highlight('2:7', 'blue')
    await scene.pass(minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, transport: 'feed' })
    expect(await favoritesOf(user)).toEqual(['2:255'])
    // What is known of it outlives the page.
    user.close()
    user = await device.open()
    await scene.pass(minute)
    expect(user.problem.get()).toMatchObject(problem)
    const text = { body: 'To think about.', ranges: [] }
    fault({ match: sync, times: 2, effect: { userFeed: { addRows: [row(text)] } } })
    await other.favorite('2:1')
    await scene.pass(6 * minute)
    expect(user.problem.get()).toBeUndefined()
    expect(await user.query(allNotes())).toMatchObject([{ body: text.body }])
  })

  it('in the whole of an answer leaves it to the operations, and what the feed alone has waits for it', async () => {
    fault({ match: sync, effect: { userFeed: { page: { lastMutationAt: null } } } })
    await scene.pass(6 * minute)
    await user.highlight('2:7', 'blue')
    await scene.pass(minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 1, blocked: [], transport: 'operations' })
    user.close()
    user = await device.open()
    await scene.pass(minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, transport: 'feed' })
    expect([...(await user.query(marksOfChapter(2))).highlights.keys()]).toEqual(['2:7'])
  })

  it('of a new user is no head of -1', async () => {
    const fresh = scene.device()
    scene.session = { ...scene.session, account: 'idris' }
    fault({ match: sync, times: 2, effect: { userFeed: { page: { lastMutationAt: -1 } } } })
    const own = await fresh.open()
    await scene.pass(minute)
    await own.favorite('2:255')
    await scene.pass(minute)
    expect(await own.query(outbox())).toMatchObject({ waiting: 0, transport: 'feed' })
    expect(await favoritesOf(own)).toEqual(['2:255'])
  })

  it('the feed is asked five minutes later where the database could not be read', async () => {
    const refused = new DOMException('The database connection is closing.', 'InvalidStateError')
    const reading = vi.spyOn(UserDatabase.prototype, 'noteTransport').mockRejectedValueOnce(refused)
    await scene.pass(6 * minute)
    expect(asked()).toEqual([])
    await scene.pass(5 * minute)
    expect(asked()).toEqual(['head'])
    reading.mockRestore()
  })

  it('a replica that is behind takes nothing back', async () => {
    await user.favorite('2:255')
    await scene.pass(minute)
    fault({ match: sync, times: Infinity, effect: { staleReads: { seconds: 600 } } })
    await user.refresh()
    expect(await favoritesOf(user)).toEqual(['2:255'])
    await user.favorite('2:1')
    await scene.pass(minute)
    expect(await favoritesOf(user)).toEqual(['2:1', '2:255'])
    scene.sandbox.clearFaults()
    await scene.pass(31 * minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
    await other.refresh()
    expect(await favoritesOf(other)).toEqual(['2:1', '2:255'])
  })

  it('a second device between the pages and the push of a turn is seen before anything is decided', async () => {
    const body = { type: 'ayah', key: 2, verseNumber: 7, mushaf: 1 }
    const add = { method: 'POST', path: '/auth/v1/collections/__default__/bookmarks', body }
    fault({ match: { ...sync, method: 'POST' }, effect: { meanwhile: [add] } })
    await user.favorite('2:255')
    await scene.pass(minute)
    expect(await favoritesOf(user)).toEqual(['2:7', '2:255'])
    expect((await user.query(outbox())).waiting).toBe(0)
  })
})
