import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  bookmarkOf,
  collectionKeyed,
  favoritesKey,
  highlightOf,
  memberOf,
  noteKeyed,
  place,
  readingIn,
  type Entity,
  type ReadingBookmark,
  type Target,
} from '../model/entity.ts'
import { pendingFormat, type PendingChange } from '../model/records.ts'
import type { ReadingForms } from '../model/reading-forms.ts'
import type { ReportedState } from '../model/reported.ts'
import { UserDatabase } from './database.ts'
import { deliveryEpoch, Outbox } from './outbox.ts'
import { pullSince } from './feed-cursor.ts'
import { storePull } from './pulls.ts'

let db: UserDatabase
let outbox: Outbox
beforeEach(async () => {
  db = new UserDatabase('test', { indexedDB: new IDBFactory(), IDBKeyRange })
  outbox = new Outbox(db, await deliveryEpoch(db).claim())
})
afterEach(() => db.close())

const everything = () => true
interface Pull {
  readonly head?: number
  readonly agrees?: boolean
  readonly since?: number
  readonly now?: number
  readonly covers?: (entity: Entity) => boolean
  readonly read?: readonly string[]
  readonly unreadable?: readonly string[]
  readonly reading?: ReadingForms
}
const pull = (
  reported: readonly ReportedState[],
  { head = 100, agrees = true, since = 0, ...more }: Pull = {},
) => {
  const { unreadable = [], reading = { slots: 'reported', flag: true } } = more
  const pulled = { reported, read: new Set(more.read), unreadable, reading, head, agrees }
  return storePull(outbox, pulled, since, more.covers ?? everything, more.now ?? 0)
}
const later = (reported: readonly ReportedState[], head = 200) => pull(reported, { since: 100, head })
const valueOf = async ({ key }: Entity) => (await db.rows.get(key))?.value ?? null
const all = async () => ({ rows: await db.rows.toArray(), meta: await db.meta.toArray() })

const verse: Target = { type: 'ayah', key: 2, verseNumber: 255 }
const page: Target = { type: 'page', key: 42 }
const favorite = memberOf(favoritesKey, verse)
const bookmark = (at: number, more: object = {}, target: Target = verse, id = 'b'): ReportedState => ({
  what: 'bookmark',
  at,
  id,
  is: { target, isReading: false, isFavorite: undefined, mutatedAt: at, ...more },
})
const collection = (at: number, name: string | null, more: object = {}): ReportedState => ({
  what: 'collection',
  at,
  id: 'c',
  is: name === null ? null : { name, of: 'person' },
  made: { at: undefined, isChanged: false },
  ...more,
})
const member = (at: number, is = true, more: object = {}): ReportedState => ({
  what: 'member',
  at,
  collectionId: 'c',
  bookmarkId: 'b',
  target: undefined,
  is,
  ...more,
})
const note = (at: number, body: string | null, more: object = {}): ReportedState => ({
  what: 'note',
  at,
  id: 'n',
  is: body === null ? null : { body, ranges: [] },
  made: { at: undefined, isChanged: false },
  ...more,
})

const session = (at: number, verseNumber: number | null, id = 's'): ReportedState => ({
  what: 'place',
  at,
  id,
  is: verseNumber === null ? null : { chapter: 18, verse: verseNumber },
})

const pending = (entity: Entity, more: Partial<PendingChange>): PendingChange => ({
  ...entity,
  format: pendingFormat,
  desired: null,
  base: null,
  at: 7,
  ahead: 0,
  ...more,
})

describe('the cursor', () => {
  it('moves with a pull whose pages agree, and stays without', async () => {
    expect([await db.feed(), pullSince(undefined, 0)]).toEqual([undefined, 0])
    await pull([note(5, 'One.')], { agrees: false })
    expect([await db.feed(), await db.rows.count()]).toEqual([undefined, 1])
    await pull([])
    expect(await db.feed()).toMatchObject({ cursor: 100 })
    await later([], 150)
    await pull([note(160, 'Two.')], { since: 150, head: 170, agrees: false })
    expect(await db.feed()).toMatchObject({ cursor: 150 })
    expect(await db.rows.toArray()).toMatchObject([{ value: { body: 'Two.' } }])
  })

  it('does not go back with a replica that is behind; everything is read an hour later', async () => {
    await pull([])
    await pull([], { since: 100, head: 90, now: 1_000 })
    const feed = (await db.feed())!
    expect([feed.cursor, pullSince(feed, 1_000), pullSince(feed, 3_602_000)]).toEqual([100, 100, 0])
    await pull([], { head: 90, now: 3_602_000 })
    expect(await db.feed()).toMatchObject({ key: 'feed', cursor: 90, wholeAt: 3_602_000 })
  })

  it('of an account that is new may be -1, and is no time to read from', async () => {
    await pull([], { head: -1 })
    expect(await db.feed()).toMatchObject({ cursor: -1 })
    expect(pullSince(await db.feed(), 0)).toBe(0)
  })

  it('goes on past what cannot be read, and notes it until it is read, or asked for again', async () => {
    const unreadable = async () => (await db.feed())?.unreadable
    await pull([], { unreadable: ['NOTE n', 'NOTE m'] })
    expect(await db.feed()).toMatchObject({ cursor: 100, unreadable: ['NOTE n', 'NOTE m'] })
    await pull([], { since: 100, head: 150, unreadable: ['NOTE n', 'NOTE o'] })
    expect(await unreadable()).toEqual(['NOTE n', 'NOTE m', 'NOTE o'])
    await pull([], { since: 150, head: 160, read: ['NOTE n'], agrees: false })
    await pull([], { since: 150, head: 200, read: ['NOTE n'] })
    expect(await unreadable()).toEqual(['NOTE m', 'NOTE o'])
    await pull([])
    expect(await unreadable()).toBeUndefined()
    await pull([], { unreadable: Array.from({ length: 2_000 }, (_, index) => `NOTE ${index}`) })
    expect(await unreadable()).toHaveLength(1_000)
  })

  it('and what was told are written together or not at all', async () => {
    await deliveryEpoch(db).claim()
    await expect(pull([note(5, 'One.')])).rejects.toMatchObject({ code: 'writer_superseded' })
    expect([await db.feed(), await db.rows.count()]).toEqual([undefined, 0])
  })

  it('is not made up where the account has been told to forget it meanwhile', async () => {
    await later([])
    expect(await db.feed()).toBeUndefined()
  })
})

describe('what is told', () => {
  it('twice changes nothing the second time', async () => {
    const reported = [
      bookmark(1, { isReading: true, isFavorite: true }),
      bookmark(2, {}, page, 'p'),
      collection(3, 'One'),
      member(4),
      member(5, true, { bookmarkId: 'p' }),
      note(6, 'Text.'),
      session(7, 60),
    ]
    await pull(reported)
    const once = await all()
    await pull(reported)
    expect(await all()).toEqual(once)
    await pull(reported, { since: 50 })
    expect(await all()).toEqual(once)
  })

  it('of an earlier time than what is known is no news', async () => {
    await pull([bookmark(10, { isFavorite: true }), note(10, 'Newer.')])
    await later([bookmark(9, { isFavorite: false }), note(9, 'Older.')])
    expect(await valueOf(favorite)).toBe(true)
    expect(await valueOf(noteKeyed('note|n', []))).toMatchObject({ body: 'Newer.' })
    await later([note(11, null)])
    await later([note(10, 'Newer.')])
    expect(await valueOf(noteKeyed('note|n', []))).toBeNull()
  })

  it('of members finds its place and its collection, whichever is told first', async () => {
    await pull([member(1), bookmark(2), collection(3, 'One')])
    const inside = memberOf('collection|c', verse)
    expect(await valueOf(inside)).toBe(true)
    await later([member(101, false)])
    expect(await valueOf(inside)).toBeNull()
    await later([member(102, true, { bookmarkId: 'unknown' }), member(103, false, { bookmarkId: 'unknown' })])
    expect(await valueOf(inside)).toBeNull()
  })

  it('of a member by its id alone is of one that is known here, whatever dashes it has', async () => {
    await pull([
      collection(1, 'One', { id: 'c-1' }),
      bookmark(2, {}, verse, 'b-1-2'),
      member(3, true, { collectionId: 'c-1', bookmarkId: 'b-1-2' }),
    ])
    const gone = (id: string): ReportedState => ({ what: 'member', at: 101, id, is: false })
    await later([gone('c-2-b-1-2'), gone('c-1-b-2'), gone('nothing'), gone('-')])
    const inside = memberOf('collection|c-1', verse)
    expect(await valueOf(inside)).toBe(true)
    await later([gone('c-1-b-1-2')])
    expect(await valueOf(inside)).toBeNull()
  })

  it('of Favorites as a collection is a favorite, and no collection', async () => {
    await pull([
      collection(1, 'Favorites', { id: 'f', is: { name: 'Favorites', of: 'favorites' } }),
      bookmark(2),
      member(3, true, { collectionId: 'f' }),
    ])
    expect([await valueOf(favorite), await valueOf(collectionKeyed(favoritesKey))]).toEqual([true, null])
    await later([member(101, false, { collectionId: 'f' })])
    expect(await valueOf(favorite)).toBeNull()
    await later([member(102, true, { collectionId: '__default__' })])
    expect(await valueOf(favorite)).toBe(true)
  })

  it('of highlights is a member of the colour, by the name of its collection and whatever id that has', async () => {
    const name = 'system:highlights:blue'
    const system = (id: string, of: 'system' | 'person' = 'system') =>
      collection(1, name, { id, is: { name, of } })
    const blue = highlightOf('blue', verse)
    // The members may come first.
    await pull([member(3, true, { collectionId: 's', target: verse }), system('s'), bookmark(2)])
    expect([await valueOf(blue), await db.rows.get(name)]).toMatchObject([true, { value: null, id: 's' }])
    await later([member(101, false, { collectionId: 's' })])
    expect(await valueOf(blue)).toBeNull()
    await later([member(102, true, { collectionId: 's' })])
    // Another that goes is not it, and what is older is no news.
    await later([collection(103, null, { id: 'other' }), collection(0, null, { id: 's' })])
    expect(await valueOf(blue)).toBe(true)
    await later([collection(104, null, { id: 's' })])
    expect(await db.rows.get(blue.key)).toBeUndefined()
    expect(await db.rows.get(name)).not.toHaveProperty('id')
    await later([system('mine', 'person')])
    expect(await valueOf(collectionKeyed('collection|mine'))).toEqual({ name })
  })

  it('of highlights by an id that is the name, and of other collections of the service nothing', async () => {
    const id = 'system:highlights:red'
    await pull([
      collection(1, 'Highlights', { id, is: { name: 'Highlights', of: 'system' } }),
      collection(1, 'Other', { id: 'o', is: { name: 'Other', of: 'system' } }),
      bookmark(2),
      member(3, true, { collectionId: id }),
    ])
    expect([await valueOf(highlightOf('red', verse)), (await db.rows.get(id))!.id]).toEqual([true, id])
    expect(await db.rows.where('kind').equals('collection').primaryKeys()).toEqual([id])
  })

  it('of a page is a bookmark by itself only as long as no collection has it', async () => {
    await pull([bookmark(1, {}, page), collection(2, 'One')])
    expect(await valueOf(bookmarkOf(page))).toBe(true)
    await later([member(101)])
    expect(await valueOf(bookmarkOf(page))).toBeNull()
    await later([member(102, false)])
    expect(await valueOf(bookmarkOf(page))).toBe(true)
    await later([{ what: 'bookmark', at: 103, id: 'b', is: null }])
    expect(await valueOf(bookmarkOf(page))).toBeNull()
  })

  it('of a bookmark that is gone takes with it what was set to it, and not what another has since', async () => {
    const gone = (at: number): ReportedState => ({ what: 'bookmark', at, id: 'b', is: null })
    await pull([bookmark(1, { isReading: true, isFavorite: true }), collection(2, 'One'), member(3)])
    await later([gone(101)])
    for (const entity of [favorite, readingIn(1), memberOf('collection|c', verse)])
      expect(await valueOf(entity)).toBeNull()
    await later([bookmark(102, { isFavorite: true }, verse, 'again')])
    await later([gone(103)])
    expect(await valueOf(favorite)).toBe(true)
  })

  it('of a collection that is gone takes its members with it, and keeps its name for a person', async () => {
    await pull([bookmark(1, { isFavorite: true }), collection(2, 'One'), member(3)])
    await later([collection(101, null)])
    expect(await db.rows.get(memberOf('collection|c', verse).key)).toBeUndefined()
    expect(await db.rows.get('collection|c')).toMatchObject({ value: null, last: { name: 'One' } })
    expect(await valueOf(favorite)).toBe(true)
  })

  it('under names such as __proto__ is kept like any other', async () => {
    await pull([
      collection(1, 'One', { id: '__proto__' }),
      note(2, 'Text.', { id: 'constructor' }),
      bookmark(3, {}, verse, 'toString'),
      member(4, true, { collectionId: '__proto__', bookmarkId: 'toString' }),
    ])
    expect(await valueOf(memberOf('collection|__proto__', verse))).toBe(true)
    expect(await db.rows.get('note|constructor')).toMatchObject({ id: 'constructor' })
  })
})

describe('what a pull of everything does not tell', () => {
  it('is gone once a second one agrees', async () => {
    await pull([bookmark(1, { isFavorite: true }), note(2, 'Text.'), collection(3, 'One'), member(4)])
    expect(await pull([note(2, 'Text.')])).toBe(true)
    expect(await valueOf(favorite)).toBe(true)
    expect(await pull([note(2, 'Text.')])).toBe(false)
    expect([await valueOf(favorite), await valueOf(collectionKeyed('collection|c'))]).toEqual([null, null])
    expect((await db.rows.get('note|n'))!.value).toMatchObject({ body: 'Text.' })
  })
  it('is the collection of highlights, which has to be made again', async () => {
    const name = 'system:highlights:blue'
    await pull([collection(1, name, { is: { name, of: 'system' } }), bookmark(2), member(3)])
    await pull([])
    expect(await db.rows.get(name)).toMatchObject({ id: 'c' })
    await pull([])
    expect(await db.rows.get(name)).not.toHaveProperty('id')
  })
  it('is still there where a row could not be read, which may be it', async () => {
    await pull([note(2, 'Text.')])
    for (let times = 0; times < 3; times++) expect(await pull([], { unreadable: ['NOTE n'] })).toBe(false)
    expect(await valueOf(noteKeyed('note|n', []))).not.toBeNull()
  })
  it('is still there where it is told the second time, or the feed does not have it', async () => {
    await pull([bookmark(1, { isFavorite: true }), note(2, 'Text.')])
    await pull([])
    await pull([bookmark(1, { isFavorite: true }), note(2, 'Text.')])
    await pull([])
    expect(await valueOf(favorite)).toBe(true)
    await pull([], { covers: ({ kind }) => kind === 'note' })
    expect([await valueOf(favorite), await valueOf(noteKeyed('note|n', []))]).toEqual([true, null])
  })
  it('is believed of no pull whose pages do not agree, and of none that begins later', async () => {
    await pull([note(2, 'Text.')])
    for (let times = 0; times < 3; times++) {
      expect(await pull([], { agrees: false })).toBe(false)
      expect(await later([])).toBe(false)
    }
    expect(await valueOf(noteKeyed('note|n', []))).not.toBeNull()
  })
})

describe('the place', () => {
  it('is that of the session of the latest mutation, whichever is told last', async () => {
    await pull([session(5, 60), session(7, 61, 't')])
    expect(await db.rows.get(place.key)).toMatchObject({ value: { verse: 61 }, id: 't', at: 7 })
    await later([session(6, 62, 'u')])
    expect(await valueOf(place)).toMatchObject({ verse: 61 })
    await later([session(8, 63)])
    expect(await db.rows.get(place.key)).toMatchObject({ value: { verse: 63 }, id: 's', at: 8 })
    await later([session(9, null), session(6, 60)])
    expect(await db.rows.get(place.key)).toMatchObject({ value: { verse: 61 }, id: 't', at: 7 })
    await later([session(9, null, 't'), session(9, null, 'u'), session(9, null, 'unknown')])
    expect(await db.rows.get(place.key)).toMatchObject({ value: null })
    expect(await db.rows.get(place.key)).not.toHaveProperty('at')
  })

  it('is that of a session before where a pull of everything misses the latest a second time', async () => {
    await pull([session(5, 60), session(7, 61, 't')])
    expect(await pull([session(5, 60)])).toBe(true)
    expect(await valueOf(place)).toMatchObject({ verse: 61 })
    expect(await pull([session(5, 60)], { covers: () => false })).toBe(false)
    expect(await valueOf(place)).toMatchObject({ verse: 61 })
    expect(await pull([session(5, 60)])).toBe(false)
    expect(await valueOf(place)).toMatchObject({ verse: 60 })
    await pull([])
    await pull([session(5, 60)])
    await pull([])
    expect(await valueOf(place)).toMatchObject({ verse: 60 })
    await pull([])
    expect(await valueOf(place)).toBeNull()
  })

  it('that operations told is replaced by what the feed tells', async () => {
    await db.rows.put({ ...place, value: { chapter: 2, verse: 1 }, tick: 0 })
    await pull([session(5, 60)])
    expect(await valueOf(place)).toMatchObject({ verse: 60 })
    await db.rows.put({ ...place, value: { chapter: 2, verse: 1 }, tick: 0 })
    for (let times = 0; times < 2; times++) await pull([])
    expect(await valueOf(place)).toBeNull()
  })
})

describe('what this device made', () => {
  const local = noteKeyed('note|new:1', [])
  const desired = { body: 'Text.', ranges: [] }
  const sent = { at: 7, desired, since: 0, epoch: 1, head: 100 }
  const blocked = { why: 'refused', since: 0 } as const
  const made = (at: number | undefined, isChanged = false) => ({ made: { at, isChanged } })

  it.each<[string, Partial<PendingChange>, ReportedState, boolean]>([
    ['by the time that was sent with it', { desired, sent }, note(9, 'Text.', made(7)), true],
    ['though it was changed elsewhere since', { desired, sent }, note(9, 'Other.', made(7, true)), true],
    ['by its text, where no time is told', { desired, sent }, note(9, 'Text.', made(undefined)), true],
    [
      'by its text, where operations sent it',
      { desired, sent: { ...sent, head: undefined } },
      note(9, 'Text.', made(undefined)),
      true,
    ],
    [
      'though it was refused while it was under way',
      { desired, blocked, at: 7 },
      note(9, 'Text.', made(7)),
      true,
    ],
    [
      'not what is blocked and was made at another time',
      { desired, blocked, at: 8 },
      note(9, 'Text.', made(7)),
      false,
    ],
    ['not the same text of another time', { desired, sent }, note(9, 'Text.', made(8)), false],
    ['not another text of the same time', { desired, sent }, note(9, 'Other.', made(7)), false],
    ['not the same text of what was never sent', { desired }, note(9, 'Text.', made(undefined)), false],
  ])('is recognised %s', async (_, more, reported, isOwn) => {
    await db.pending.put(pending(local, more))
    await pull([reported])
    expect(await db.rows.get(local.key)).toEqual(isOwn ? expect.objectContaining({ id: 'n' }) : undefined)
    expect(await db.rows.count()).toBe(1)
  })

  it('is one of two alike', async () => {
    await db.pending.bulkPut([
      pending(local, { desired, sent }),
      pending(noteKeyed('note|new:2', []), { at: 8, desired, sent: { ...sent, at: 8 } }),
    ])
    await pull([
      note(9, 'Text.', { id: 'second', ...made(8) }),
      note(10, 'Text.', { id: 'first', ...made(7) }),
    ])
    expect([(await db.rows.get('note|new:1'))!.id, (await db.rows.get('note|new:2'))!.id]).toEqual([
      'first',
      'second',
    ])
  })

  it('of a collection is one with another device’s of its name, unless it came itself', async () => {
    const own = collectionKeyed('collection|new:1')
    await db.pending.put(pending(own, { desired: { name: 'One' } }))
    await pull([collection(9, 'One', made(3)), bookmark(10), member(11)])
    expect(await db.rows.get(own.key)).toMatchObject({ id: 'c' })
    expect(await valueOf(memberOf(own.key, verse))).toBe(true)
    await db.rows.clear()
    await db.pending.put(
      pending(own, { desired: { name: 'One' }, sent: { ...sent, desired: { name: 'One' } } }),
    )
    await pull([
      collection(9, 'One', { id: 'theirs', ...made(3) }),
      collection(10, 'One', { id: 'mine', ...made(7) }),
    ])
    expect(await db.rows.get(own.key)).toMatchObject({ id: 'mine' })
    expect(await db.rows.get('collection|theirs')).toMatchObject({ value: { name: 'One' } })
  })
})

describe('reading bookmarks', () => {
  const other: Target = { type: 'ayah', key: 2, verseNumber: 7 }
  const slot = (at: number, target: Target | null, name: string | null = null, id = 'r'): ReportedState => ({
    what: 'reading',
    at,
    id,
    slot: 1,
    is: target && { name, target },
  })
  const gone = (at: number): ReportedState => ({ what: 'reading', at, id: 'r', is: null })
  const flag = (at: number, isReading: boolean, target = verse, more = {}) =>
    bookmark(at, { isReading, ...more }, target, `b${target.verseNumber ?? target.type}`)
  const where = async () => {
    const value = (await valueOf(readingIn(1))) as ReadingBookmark | null
    return value && `${value.target.key}:${value.target.verseNumber ?? ''} ${value.name ?? ''}`.trim()
  }

  it.each<[string, readonly ReportedState[], string | null]>([
    ['in a slot', [slot(1, verse, 'Night')], '2:255 Night'],
    ['that is emptied', [slot(1, verse), slot(2, null)], null],
    ['that is gone', [slot(1, verse), gone(2)], null],
    ['that was gone before', [slot(2, verse), gone(1)], '2:255'],
    ['of two mutations the later', [slot(2, verse), slot(1, other)], '2:255'],
    ['of two mutations the later, the other way round', [slot(1, other), slot(2, verse)], '2:255'],
    ['by the flag', [flag(1, true)], '2:255'],
    ['by no flag', [flag(1, false)], null],
    ['by a flag that moves', [flag(1, true), flag(2, false), flag(2, true, other)], '2:7'],
    [
      'by a flag that moves, told in another order',
      [flag(1, true), flag(2, true, other), flag(2, false)],
      '2:7',
    ],
    ['by a flag that goes', [flag(1, true), flag(2, false)], null],
    [
      'by a flag whose bookmark goes',
      [flag(1, true), { what: 'bookmark', at: 2, id: 'b255', is: null }],
      null,
    ],
    ['by both', [slot(1, verse, 'Night'), flag(1, true)], '2:255 Night'],
    ['by both, the flag first', [flag(1, true), slot(1, verse, 'Night')], '2:255 Night'],
    ['by a flag that is later', [slot(1, verse, 'Night'), flag(2, true, other)], '2:7'],
    ['by a slot that is later', [flag(1, true), slot(2, other, 'Night')], '2:7 Night'],
    [
      'by a slot that is later than a flag, whose bookmark is changed in something else',
      [flag(1, true), slot(2, other), flag(3, true, verse, { isFavorite: true })],
      '2:7',
    ],
    [
      'by a slot, at a verse whose bookmark never had the flag and is changed in something else',
      [slot(1, verse), flag(2, false, verse, { isFavorite: true })],
      '2:255',
    ],
    ['of a page', [flag(1, true, page)], '42:'],
  ])('%s', async (_, reported, expected) => {
    await pull(reported.slice(0, 1))
    for (const each of reported.slice(1)) await later([each])
    expect(await where()).toBe(expected)
  })

  it('a page that is read is no bookmark of its own, unless it was one before', async () => {
    await pull([flag(1, true, page)])
    expect(await valueOf(bookmarkOf(page))).toBeNull()
    await later([flag(2, false, page)])
    expect(await valueOf(bookmarkOf(page))).toBe(true)
    await later([flag(3, true, page)])
    expect(await valueOf(bookmarkOf(page))).toBe(true)
  })

  it.each<[string, readonly ReportedState[], ReadingForms, boolean]>([
    [
      'of a service that stopped telling the flag stays',
      [flag(1, true)],
      { slots: 'asked', flag: false },
      true,
    ],
    ['of a service that tells none stays', [flag(1, true)], { slots: 'unknown', flag: false }, true],
    ['that the flag does not tell goes', [flag(1, true)], { slots: 'asked', flag: true }, false],
    ['that no slot tells goes', [slot(1, verse)], { slots: 'asked' }, false],
    [
      'of a service that has no slots any more stays',
      [slot(1, verse)],
      { slots: 'unknown', flag: true },
      true,
    ],
  ])('one %s', async (_, reported, reading, stays) => {
    await pull(reported)
    for (let looks = 0; looks < 2; looks++) await pull([], { reading })
    expect((await where()) !== null).toBe(stays)
  })

  it('a flag that is told again after its bookmark was forgotten is news', async () => {
    await pull([flag(1, true)])
    for (let looks = 0; looks < 2; looks++) await pull([])
    expect(await where()).toBeNull()
    await later([flag(2, true)])
    expect(await where()).toBe('2:255')
  })
})
