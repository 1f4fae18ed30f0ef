import { isJsonObject, type JsonObject } from '@waraq/protocol'
import { readingSlots } from '@waraq/protocol/user'
import { afterEach, describe, expect, it } from 'vitest'
import { mutatedAt, feedApplication } from '../application.test-support.ts'
import { allBookmarks, readingBookmarks } from '../view/queries.ts'
import { outbox } from '../view/outbox-query.ts'
import type { UserData } from '../api.ts'
import { feedScope, stage, type Stage } from '../stage.test-support.ts'

/** Reading bookmarks beside the service's own applications, whichever of the two forms the service speaks. */

let scene: Stage
afterEach(() => scene.close())

/** Mutations that devices and applications have pushed. */
let sent: JsonObject[]
const minute = 60_000
const forms = ['flag', 'slots', 'both'] as const
type Form = (typeof forms)[number]
const begin = (readingBookmarksInFeed: Form) => {
  scene = stage({ readingBookmarksInFeed })
  scene.session = { ...scene.session, scope: feedScope }
  sent = []
  const { fetch } = scene.sandbox
  Object.assign(scene.sandbox, {
    fetch: async (request: Request) => {
      const body: unknown = request.method === 'POST' ? await request.clone().json() : undefined
      if (isJsonObject(body) && Array.isArray(body['mutations'])) sent.push(...body['mutations'])
      return fetch(request)
    },
  })
}
const settled = async (user: UserData) => {
  await scene.pass(3 * minute)
  expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
}

/** An application of the service, as it sees and sets where the person reads. */
async function application() {
  const { push, rows } = await feedApplication(scene.sandbox)
  const of = async (resource: string) =>
    (await rows(resource)).flatMap(({ data }) => (isJsonObject(data) ? [data] : []))
  const nameOf = ({ key, verseNumber }: JsonObject) => `${Number(key)}:${Number(verseNumber)}`
  return {
    push,
    /** By slot. */
    slots: async () =>
      Object.fromEntries(
        (await of('READING_BOOKMARK')).map((data) => [
          data['slot'],
          [data['type'] === 'page' ? `page ${Number(data['key'])}` : nameOf(data), data['name']],
        ]),
      ),
    /** Where the old flag is. */
    flagged: async () =>
      (await of('BOOKMARK'))
        .filter(({ isReading }) => isReading === true)
        .map((data) => (data['type'] === 'page' ? `page ${Number(data['key'])}` : nameOf(data))),
    place: (slot: number, verseNumber: number, at: number, name: string | null = null) =>
      push({
        type: 'CREATE',
        resource: 'READING_BOOKMARK',
        data: {
          slot,
          name,
          type: 'ayah',
          key: 2,
          verseNumber,
          mushafId: 1,
          ...mutatedAt(at),
        },
      }),
    remove: async (slot: number) => {
      const row = (await rows('READING_BOOKMARK')).find(
        ({ data }) => isJsonObject(data) && data['slot'] === slot,
      )
      await push({ type: 'DELETE', resource: 'READING_BOOKMARK', resourceId: row!['resourceId']! })
    },
    flag: (verseNumber: number, at?: number, isReading = true) =>
      push({
        type: 'CREATE',
        resource: 'BOOKMARK',
        data: {
          type: 'ayah',
          key: 2,
          verseNumber,
          mushaf: 1,
          isReading,
          ...(at !== undefined && mutatedAt(at)),
        },
      }),
  }
}

const shown = async (user: UserData) =>
  Object.fromEntries(
    (await user.query(readingBookmarks())).map(({ slot, name, type, number, verseKey }) => [
      slot,
      [verseKey ?? `${type} ${number}`, name],
    ]),
  )
describe.each(forms)('of a service that tells %s', (form) => {
  const hasSlots = form !== 'flag'
  const hasFlag = form !== 'slots'

  it('one that is put at a verse is there for applications and other devices, moves, and goes', async () => {
    begin(form)
    const [user, app] = [await scene.device().open(), await application()]
    const elsewhere = await scene.device().open()
    const observed = async (at: string | null) => {
      await settled(user)
      await elsewhere.refresh()
      const expected = at === null ? {} : { 1: [at, null] }
      for (const each of [user, elsewhere]) expect(await shown(each)).toEqual(expected)
      expect(await app.slots()).toEqual(hasSlots ? expected : {})
      expect(await app.flagged()).toEqual(hasFlag && at !== null ? [at] : [])
    }
    await user.setReadingBookmark('2:255')
    await observed('2:255')
    await user.setReadingBookmark('2:7')
    await observed('2:7')
    await elsewhere.setReadingBookmark('2:8')
    await settled(elsewhere)
    await user.refresh()
    await observed('2:8')
    await user.setReadingBookmark(null)
    await observed(null)
  })

  it('one at a page is no bookmark of that page, and leaves none behind', async () => {
    begin(form)
    const [user, app] = [await scene.device().open(), await application()]
    await user.favorite('2:1')
    await settled(user)
    for (const number of [1, 2]) {
      await user.setReadingBookmark({ type: 'page', number })
      await settled(user)
      const elsewhere = await scene.device().open()
      await elsewhere.refresh()
      for (const each of [user, elsewhere]) {
        expect(await shown(each)).toEqual({ 1: [`page ${number}`, null] })
        expect(await each.query(allBookmarks())).toEqual([])
        expect((await each.export()).reading).toEqual([
          { slot: 1, name: null, place: { type: 'page', number }, mushafId: 1 },
        ])
      }
      expect(await app.flagged()).toEqual(hasFlag ? [`page ${number}`] : [])
    }
    // One that a person has set is kept.
    await user.bookmark({ type: 'page', number: 3 })
    await settled(user)
    await user.setReadingBookmark({ type: 'page', number: 3 })
    await settled(user)
    await user.setReadingBookmark('2:7')
    await settled(user)
    expect(await user.query(allBookmarks())).toMatchObject([{ type: 'page', number: 3 }])
  })

  it('its name is kept, and is at the service where that has names', async () => {
    begin(form)
    const [user, app] = [await scene.device().open(), await application()]
    await user.setReadingBookmark('2:255', { name: 'Morning' })
    await settled(user)
    await user.setReadingBookmark('2:7')
    await settled(user)
    await user.setReadingBookmark('2:7', { name: 'Evening' })
    await settled(user)
    await user.refresh()
    expect(await shown(user)).toEqual({ 1: ['2:7', 'Evening'] })
    expect(await app.slots()).toEqual(hasSlots ? { 1: ['2:7', 'Evening'] } : {})
  })

  it('others than the first are delivered, or refused before anything is kept', async () => {
    begin(form)
    const [user, app] = [await scene.device().open(), await application()]
    await scene.pass(minute)
    const put = user.setReadingBookmark('2:255', { slot: 2, name: 'Night' })
    if (!hasSlots) {
      await expect(put).rejects.toMatchObject({ code: 'insufficient_scope' })
      return expect(await shown(user)).toEqual({})
    }
    await put
    await settled(user)
    expect(await app.slots()).toEqual({ 2: ['2:255', 'Night'] })
    expect(await app.flagged()).toEqual([])
  })

  it('no slot that is nowhere is ever sent', async () => {
    begin(form)
    const user = await scene.device().open()
    for (const place of ['2:255', null, '2:7', '2:8', null] as const) {
      await user.setReadingBookmark(place)
      await settled(user)
    }
    const slots = sent.filter(({ resource, type }) => resource === 'READING_BOOKMARK' && type !== 'DELETE')
    for (const { data } of slots) expect(data).toMatchObject({ type: 'ayah', key: 2 })
    expect(slots.length).toBe(hasSlots ? 3 : 0)
  })

  it('what was exported is there again in another account', async () => {
    begin(form)
    const user = await scene.device().open()
    await user.setReadingBookmark({ type: 'page', number: 7 }, { name: 'Daily' })
    await settled(user)
    const file: unknown = JSON.parse(JSON.stringify(await user.export()))
    scene.session = { ...scene.session, account: 'idris' } as typeof scene.session
    const other = await scene.device().open()
    await other.import(file)
    await settled(other)
    expect(await shown(other)).toEqual({ 1: ['page 7', 'Daily'] })
  })
})

describe.each(['slots', 'both'] as const)(
  'with %s, of two devices the later mutation counts in each slot',
  (form) => {
    it.each(['first', 'last'] as const)('and the earlier one is delivered %s', async (delivered) => {
      begin(form)
      const [one, other] = [scene.device(), scene.device()]
      const [early, late] = [await one.open(), await other.open()]
      await scene.pass(minute)
      for (const each of [one, other]) each.network.online = false
      await early.setReadingBookmark('2:1')
      await early.setReadingBookmark('2:1', { slot: 2 })
      await scene.pass(minute)
      await late.setReadingBookmark('2:2')
      await scene.pass(minute)
      await early.setReadingBookmark('2:3', { slot: 3 })
      const order =
        delivered === 'first'
          ? ([
              [one, early],
              [other, late],
            ] as const)
          : ([
              [other, late],
              [one, early],
            ] as const)
      for (const [device, user] of order) {
        device.network.online = true
        await user.account.check()
        await settled(user)
      }
      for (const user of [early, late]) {
        await user.refresh()
        expect(await shown(user)).toEqual({ 1: ['2:2', null], 2: ['2:1', null], 3: ['2:3', null] })
      }
      expect(await (await application()).slots()).toEqual(await shown(early))
    })

    it('also where the other is an application of the service', async () => {
      begin(form)
      const device = scene.device()
      const [user, app] = [await device.open(), await application()]
      await scene.pass(minute)
      device.network.online = false
      await user.setReadingBookmark('2:1')
      await user.setReadingBookmark('2:1', { slot: 2 })
      await scene.pass(minute)
      const now = scene.clock.now()
      await app.place(1, 7, now, 'Later')
      await app.place(2, 8, now - 2 * minute, 'Earlier')
      device.network.online = true
      await scene.pass(minute)
      await user.account.check()
      await settled(user)
      const slots = { 1: ['2:7', 'Later'], 2: ['2:1', null] }
      expect([await shown(user), await app.slots()]).toEqual([slots, slots])
    })
  },
)

describe.each(['slots', 'both'] as const)('with %s, a slot that is removed elsewhere', (form) => {
  const fill = async (user: UserData) => {
    for (const slot of readingSlots)
      await user.setReadingBookmark(`2:${slot}`, { slot, name: `Name ${slot}` })
    await settled(user)
  }
  const without = (removed: number) =>
    Object.fromEntries(
      readingSlots.filter((slot) => slot !== removed).map((slot) => [slot, [`2:${slot}`, `Name ${slot}`]]),
    )

  it.each(readingSlots)('on another device is removed here, and the others stay: %i', async (slot) => {
    begin(form)
    const [user, elsewhere] = [await scene.device().open(), await scene.device().open()]
    await fill(user)
    await elsewhere.refresh()
    await scene.pass(minute)
    await elsewhere.setReadingBookmark(null, { slot })
    await settled(elsewhere)
    await user.refresh()
    for (const each of [user, elsewhere]) expect(await shown(each)).toEqual(without(slot))
    // It may be set again, without the name that went with it.
    await user.setReadingBookmark('2:9', { slot })
    await settled(user)
    await elsewhere.refresh()
    for (const each of [user, elsewhere])
      expect(await shown(each)).toEqual({ ...without(slot), [slot]: ['2:9', null] })
  })

  it.each(readingSlots)('by an application of the service is removed here: %i', async (slot) => {
    begin(form)
    const [user, app] = [await scene.device().open(), await application()]
    await fill(user)
    await scene.pass(minute)
    await app.remove(slot)
    await user.refresh()
    expect(await app.slots()).toEqual(without(slot))
    expect(await shown(user)).toEqual(without(slot))
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [] })
  })

  it.each(readingSlots.flatMap((slot) => [true, false].map((isLater) => ({ slot, isLater }))))(
    // The feed reports when a removal arrived, not when a person made it.
    'and moved here is where it was moved to, before or after that: slot $slot (after: $isLater)',
    async ({ slot, isLater }) => {
      begin(form)
      const device = scene.device()
      const [user, elsewhere] = [await device.open(), await scene.device().open()]
      await fill(user)
      await elsewhere.refresh()
      await scene.pass(minute)
      device.network.online = false
      if (!isLater) await user.setReadingBookmark('2:9', { slot })
      await scene.pass(minute)
      await elsewhere.setReadingBookmark(null, { slot })
      await settled(elsewhere)
      await scene.pass(minute)
      if (isLater) await user.setReadingBookmark('2:9', { slot })
      device.network.online = true
      await user.account.check()
      await settled(user)
      const moved = { ...without(slot), [slot]: ['2:9', `Name ${slot}`] }
      for (const each of [user, elsewhere]) {
        await each.refresh()
        expect(await shown(each)).toEqual(moved)
      }
    },
  )
})

describe.each(forms)('with %s, one that is taken away and put back', (form) => {
  it('before its removal has arrived is there', async () => {
    begin(form)
    const device = scene.device()
    const user = await device.open()
    await user.setReadingBookmark('2:1')
    await settled(user)
    const slow = { path: '/auth/v1/sync', method: 'POST' }
    scene.sandbox.fault({ match: slow, effect: { delayMs: 10_000 } })
    await user.setReadingBookmark(null)
    await scene.pass(5_000)
    await user.setReadingBookmark('2:2')
    await settled(user)
    await user.refresh()
    expect(await shown(user)).toEqual({ 1: ['2:2', null] })
  })
})

describe('a service that stops telling isReading', () => {
  const becomes = (readingBookmarks: Form) =>
    scene.sandbox.fault({
      match: { path: '/auth/v1/sync' },
      times: Infinity,
      effect: { userFeed: { readingBookmarks } },
    })

  it.each(['flag', 'both'] as const)(
    'after it told %s: what is known stays, and what comes goes in slots',
    async (form) => {
      begin(form)
      const device = scene.device()
      const [user, app] = [await device.open(), await application()]
      await app.flag(255)
      await user.refresh()
      expect(await shown(user)).toEqual({ 1: ['2:255', null] })
      becomes('slots')
      // The resource that was not known is asked for by each page that is opened. None is open in the month between.
      user.close()
      const once = await device.open()
      await once.refresh()
      once.close()
      await scene.pass(31 * 24 * 60 * minute)
      const again = await device.open()
      await again.refresh()
      expect(await shown(again)).toEqual({ 1: ['2:255', null] })
      await again.setReadingBookmark('2:7')
      await settled(again)
      await again.refresh()
      expect([await shown(again), await app.slots()]).toEqual([{ 1: ['2:7', null] }, { 1: ['2:7', null] }])
    },
  )

  it('and knows no slots either: what is put somewhere waits for a person, and does not vanish', async () => {
    begin('flag')
    const user = await scene.device().open()
    const match = { path: '/auth/v1/sync', method: 'GET' }
    const addRows = [
      {
        type: 'CREATE',
        resource: 'BOOKMARK',
        resourceId: 'other',
        data: { type: 'ayah', key: 3, verseNumber: 1, isInDefaultCollection: false },
        timestamp: 1,
      },
    ]
    scene.sandbox.fault({ match, times: Infinity, effect: { userFeed: { addRows } } })
    await user.favorite('2:1')
    await user.refresh()
    await user.setReadingBookmark('2:255')
    await scene.pass(3 * minute)
    expect(await shown(user)).toEqual({ 1: ['2:255', null] })
  })
})

describe('with the flag alone, which the service keeps as it arrives', () => {
  it('it is where an application has put it whose clock is an hour behind', async () => {
    begin('flag')
    const [user, app] = [await scene.device().open(), await application()]
    await user.setReadingBookmark('2:1')
    await settled(user)
    const behind = scene.clock.now() - 60 * minute
    await app.flag(1, behind, false)
    await app.flag(7, behind)
    await user.refresh()
    expect([await shown(user), await app.flagged()]).toEqual([{ 1: ['2:7', null] }, ['2:7']])
  })

  it('and what a person does over it is told as done after it, by a device whose clock is behind as well', async () => {
    begin('flag')
    const [user, app] = [await scene.device().open(), await application()]
    await settled(user)
    const { lastMutationAt } = await app.flag(7, scene.clock.now() + 400)
    await user.refresh()
    sent = []
    await user.setReadingBookmark('2:1')
    await settled(user)
    const times = sent.map(({ data }) => Date.parse(String((data as JsonObject)['clientUpdatedAt'])))
    expect(times.length).toBeGreaterThan(0)
    expect(Math.min(...times)).toBeGreaterThan(Number(lastMutationAt))
    expect([await shown(user), await app.flagged()]).toEqual([{ 1: ['2:1', null] }, ['2:1']])
  })
})

it('a mark of an old application moves the first slot, and a favorite on its verse does not bring it back', async () => {
  begin('both')
  const [user, app] = [await scene.device().open(), await application()]
  await app.flag(255)
  await user.refresh()
  expect(await shown(user)).toEqual({ 1: ['2:255', null] })
  await scene.pass(minute)
  await app.place(1, 7, scene.clock.now(), 'New')
  await user.refresh()
  expect(await shown(user)).toEqual({ 1: ['2:7', 'New'] })
  await scene.pass(minute)
  await user.favorite('2:255')
  await settled(user)
  expect(await shown(user)).toEqual({ 1: ['2:7', 'New'] })
  await app.flag(8)
  await user.refresh()
  expect(await shown(user)).toEqual({ 1: ['2:8', null] })
})

it('a service that may be asked for slots and takes none gets the flag, once it has refused', async () => {
  begin('both')
  const [user, app] = [await scene.device().open(), await application()]
  const refuse = { resource: 'READING_BOOKMARK' }
  scene.sandbox.fault({
    match: { path: '/auth/v1/sync', method: 'POST' },
    times: Infinity,
    effect: { userFeed: { refuse } },
  })
  await user.setReadingBookmark('2:255')
  await settled(user)
  expect([await app.slots(), await app.flagged()]).toEqual([{}, ['2:255']])
  await user.setReadingBookmark('2:7')
  await settled(user)
  expect(await app.flagged()).toEqual(['2:7'])
  expect(sent.filter(({ resource }) => resource === 'READING_BOOKMARK')).toHaveLength(1)
  await expect(user.setReadingBookmark('2:7', { slot: 2 })).rejects.toMatchObject({
    code: 'insufficient_scope',
  })
})

it('odd rows are left out, counted and named, and all others are shown', async () => {
  begin('slots')
  const [user, app] = [await scene.device().open(), await application()]
  await app.place(1, 255, scene.clock.now() - 1)
  const data = { slot: 2, name: null, type: 'ayah', key: 2, verseNumber: 7, mushafId: 1 }
  const odd = [
    { ...data, slot: 0 },
    { ...data, slot: 4 },
    { ...data, slot: '1' },
    { ...data, type: 'hizb' },
    { ...data, key: null },
  ]
  const addRows = [data, ...odd].map((each, index) => ({
    type: 'CREATE',
    resource: 'READING_BOOKMARK',
    resourceId: `row-${index}`,
    data: each,
    timestamp: 1,
  }))
  scene.sandbox.fault({
    match: { path: '/auth/v1/sync', method: 'GET' },
    times: Infinity,
    effect: { userFeed: { addRows } },
  })
  await user.refresh()
  expect(await shown(user)).toEqual({ 1: ['2:255', null], 2: ['2:7', null] })
  expect(user.problem.get()).toMatchObject({
    code: 'invalid_response',
    details: { count: 5, rows: [1, 2, 3, 4, 5].map((index) => `READING_BOOKMARK row-${index}`) },
  })
})

it('by the operations it is the first, and others wait for the feed', async () => {
  begin('both')
  scene.session = { ...scene.session, signedIn: false } as typeof scene.session
  const user = await scene.device().open()
  await user.setReadingBookmark('2:255')
  await user.setReadingBookmark('2:7', { slot: 2, name: 'Night' })
  scene.session = { signedIn: true, account: 'amina', scope: feedScope.replace('sync ', '') }
  await user.account.check()
  await user.account.attach({ take: true })
  await scene.pass(3 * minute)
  expect(await user.query(outbox())).toMatchObject({ waiting: 1, blocked: [], transport: 'operations' })
  await expect(user.setReadingBookmark('2:1', { slot: 3 })).rejects.toMatchObject({
    code: 'insufficient_scope',
  })
  scene.session = { signedIn: true, account: 'amina', scope: feedScope }
  await user.account.check()
  await settled(user)
  expect(await (await application()).slots()).toMatchObject({ 2: ['2:7', 'Night'] })
})
