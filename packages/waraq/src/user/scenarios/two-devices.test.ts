import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeep, isInTurn } from '@waraq/test-support/runs'
import { describe, expect, it } from 'vitest'
import type { HighlightColor, ReadingSlot } from '@waraq/protocol/user'
import {
  allBookmarks,
  allCollections,
  collectionMembers,
  favorites,
  marksOfChapter,
  readingBookmarks,
  setting,
} from '../view/queries.ts'
import { allNotes } from '../view/note-queries.ts'
import { outbox, type BlockedChange } from '../view/outbox-query.ts'
import { readingPlace } from '../view/place-queries.ts'
import type { UserData } from '../api.ts'
import type { TransportName } from '../model/records.ts'
import { feedScope, stage, type Stage } from '../stage.test-support.ts'

/** What a person does on a device that has no network. */
type UserMutations = (user: UserData) => Promise<unknown>

/** Both devices know `before`. Then both are offline; `here` acts, and a minute later `there`. */
interface Case {
  readonly name: string
  readonly before?: UserMutations
  readonly here: UserMutations
  readonly there: UserMutations
  /** The service does the first thing that the device here asks for, and the answer does not arrive. */
  readonly isAnswerLost?: boolean
  /** What a person does there, with the network, as soon as the device there shows what the device here has brought. */
  readonly next?: UserMutations
  /** Texts that the person wrote, and did not delete where they saw them: at the service in the end, or held. */
  readonly written?: readonly string[]
  /** The way that alone has it. */
  readonly only?: TransportName
  /** What the service knows differs by the way: times of mutations, or by what it recognises a note. Else both ways end alike. */
  readonly differs?: true
}

const none: UserMutations = async () => undefined
const ranges = ['2:255-2:255']
const write =
  (body: string): UserMutations =>
  async (user) =>
    void (await user.notes.write({ body, ranges }))
const noteOf = async (user: UserData) => (await user.query(allNotes()))[0]!.key
const edit =
  (body: string): UserMutations =>
  async (user) =>
    user.notes.edit(await noteOf(user), body)
const deleteNote: UserMutations = async (user) => user.notes.delete(await noteOf(user))

const create =
  (name: string, ...verses: readonly string[]): UserMutations =>
  async (user) => {
    const key = await user.collections.create(name)
    for (const verse of verses) await user.collections.add(key, verse)
  }
const collectionOf = async (user: UserData) => (await user.query(allCollections()))[0]!.key
const rename =
  (name: string): UserMutations =>
  async (user) =>
    user.collections.rename(await collectionOf(user), name)
const add =
  (verse: string): UserMutations =>
  async (user) =>
    user.collections.add(await collectionOf(user), verse)
const deleteCollection: UserMutations = async (user) => user.collections.delete(await collectionOf(user))

const favorite =
  (...states: readonly boolean[]): UserMutations =>
  async (user) => {
    for (const on of states) await user.favorite('2:255', on)
  }
const moveTo =
  (verse: string): UserMutations =>
  (user) =>
    user.setLastRead(verse)

const highlight =
  (color: HighlightColor | null): UserMutations =>
  (user) =>
    user.highlight('2:255', color)
const read =
  (place: Parameters<UserData['setReadingBookmark']>[0], slot: ReadingSlot = 1): UserMutations =>
  (user) =>
    user.setReadingBookmark(place, { slot })
const page = { type: 'page', number: 42 } as const
const bookmark =
  (on: boolean): UserMutations =>
  (user) =>
    user.bookmark(page, on)
const remove =
  (verse: string): UserMutations =>
  async (user) =>
    user.collections.remove(await collectionOf(user), verse)
const theme =
  (value: 'dark' | 'sepia'): UserMutations =>
  (user) =>
    user.set({ group: 'theme', key: 'type', value })

const cases: readonly Case[] = [
  {
    name: 'A note edited on both',
    before: write('Text before'),
    here: edit('Text here'),
    there: edit('Text there'),
    written: ['Text here', 'Text there'],
  },
  {
    name: 'A note edited on both to the same text',
    before: write('Text before'),
    here: edit('Text of both'),
    there: edit('Text of both'),
    written: ['Text of both'],
  },
  {
    name: 'A note edited here, deleted there',
    before: write('Text before'),
    here: edit('Text here'),
    there: deleteNote,
    written: ['Text here'],
  },
  {
    name: 'A note deleted here, edited there',
    before: write('Text before'),
    here: deleteNote,
    there: edit('Text there'),
    written: ['Text there'],
  },
  { name: 'A note deleted on both', before: write('Text before'), here: deleteNote, there: deleteNote },
  {
    name: 'A note of the same text made on both',
    here: write('Text of both'),
    there: write('Text of both'),
    written: ['Text of both'],
  },
  {
    name: 'A collection renamed on both',
    before: create('Before', '2:183'),
    here: rename('Here'),
    there: rename('There'),
    written: ['Here', 'There'],
  },
  {
    name: 'A collection renamed on both to the same name',
    before: create('Before', '2:183'),
    here: rename('Both'),
    there: rename('Both'),
    written: ['Both'],
  },
  {
    name: 'A collection renamed here, deleted there',
    before: create('Before', '2:183'),
    here: rename('Here'),
    there: deleteCollection,
  },
  {
    name: 'A collection deleted here, renamed there',
    before: create('Ramadan', '2:183'),
    here: deleteCollection,
    there: rename('There'),
    written: ['There'],
  },
  {
    name: 'A collection deleted on both',
    before: create('Before', '2:183'),
    here: deleteCollection,
    there: deleteCollection,
  },
  {
    name: 'A collection of the same name made on both',
    here: create('Ramadan', '2:183'),
    there: create('Ramadan', '2:185'),
  },
  {
    name: 'A verse added here to a collection that is deleted there',
    before: create('Before', '2:183'),
    here: add('2:185'),
    there: deleteCollection,
  },
  {
    name: 'A verse added here to a collection that is renamed there',
    before: create('Before', '2:183'),
    here: add('2:185'),
    there: rename('There'),
  },
  {
    name: 'A collection made here of the name that another gets there',
    before: create('Before', '2:183'),
    here: create('Ramadan', '2:185'),
    there: rename('Ramadan'),
  },
  {
    name: 'A verse added to a collection on both',
    before: create('Ramadan'),
    here: add('2:183'),
    there: add('2:183'),
  },
  {
    name: 'A verse taken out of a collection on both',
    before: create('Ramadan', '2:183'),
    here: remove('2:183'),
    there: remove('2:183'),
  },
  {
    name: 'A verse taken out of a collection here, out and in again there',
    before: create('Ramadan', '2:183'),
    here: remove('2:183'),
    there: async (user) => {
      await remove('2:183')(user)
      await add('2:183')(user)
    },
  },
  {
    name: 'A favorite set here, taken away there; it was not set',
    here: favorite(true),
    there: favorite(false),
  },
  {
    name: 'A favorite set here, taken away there; it was set',
    before: favorite(true),
    here: favorite(true),
    there: favorite(false),
  },
  { name: 'A favorite set on both', here: favorite(true), there: favorite(true) },
  {
    name: 'A favorite taken away on both',
    before: favorite(true),
    here: favorite(false),
    there: favorite(false),
  },
  { name: 'A favorite set, taken away and set here', here: favorite(true, false, true), there: none },
  {
    name: 'A favorite taken away and set here, taken away there',
    before: favorite(true),
    here: favorite(false, true),
    there: favorite(false),
  },
  {
    name: 'A highlight of one colour here, of another there',
    here: highlight('blue'),
    there: highlight('red'),
    only: 'feed',
  },
  {
    name: 'A highlight of one colour on both',
    here: highlight('blue'),
    there: highlight('blue'),
    only: 'feed',
  },
  {
    name: 'A highlight taken away here, of another colour there',
    before: highlight('blue'),
    here: highlight(null),
    there: highlight('red'),
    only: 'feed',
  },
  {
    name: 'A reading bookmark moved on both, here earlier',
    before: read('1:1'),
    here: read('2:1'),
    there: read('18:60'),
    differs: true,
  },
  {
    name: 'A reading bookmark moved here, taken away there',
    before: read('1:1'),
    here: read('2:1'),
    there: read(null),
    differs: true,
  },
  {
    name: 'A reading bookmark taken away here, moved there',
    before: read('1:1'),
    here: read(null),
    there: read('18:60'),
  },
  { name: 'A reading bookmark taken away on both', before: read('1:1'), here: read(null), there: read(null) },
  {
    name: 'A reading bookmark at a page here, at a verse there',
    here: read(page),
    there: read('18:60'),
    differs: true,
  },
  {
    name: 'Reading bookmarks of two slots',
    here: read('2:1', 2),
    there: read('18:60', 3),
    only: 'feed',
  },
  {
    name: 'A reading bookmark of the second slot moved on both',
    before: read('1:1', 2),
    here: read('2:1', 2),
    there: read('18:60', 2),
    only: 'feed',
  },
  { name: 'A page bookmarked on both', here: bookmark(true), there: bookmark(true) },
  {
    name: 'The bookmark of a page taken away here, away and back there',
    before: bookmark(true),
    here: bookmark(false),
    there: async (user) => {
      await bookmark(false)(user)
      await bookmark(true)(user)
    },
  },
  { name: 'A setting changed on both', here: theme('dark'), there: theme('sepia') },
  {
    name: 'The place moved on both, here earlier',
    here: moveTo('2:1'),
    there: moveTo('18:60'),
    differs: true,
  },
  {
    name: 'A note made here, and the answer lost',
    here: write('Text here'),
    there: none,
    isAnswerLost: true,
    written: ['Text here'],
  },
  {
    name: 'A note made here, and the answer lost; edited there within 90 seconds',
    here: write('Text here'),
    there: none,
    isAnswerLost: true,
    next: edit('Text there'),
    written: ['Text there'],
    differs: true,
  },
  {
    name: 'A note made here, and the answer lost; deleted there within 90 seconds',
    here: write('Text here'),
    there: none,
    isAnswerLost: true,
    next: deleteNote,
    differs: true,
  },
  {
    name: 'A collection made here, and the answer lost; one of the same name made there',
    here: create('Ramadan', '2:183'),
    there: create('Ramadan', '2:185'),
    isAnswerLost: true,
  },
]

type Side = 'here' | 'there'
const sides: readonly Side[] = ['here', 'there']
const transports: readonly TransportName[] = ['operations', 'feed']

interface End {
  readonly service: string
  readonly shown: Readonly<Record<Side, string>>
  readonly waiting: number
  readonly blocked: readonly (BlockedChange & { readonly side: Side })[]
}

const minute = 60_000

async function end(
  { before = none, here, there, isAnswerLost, next }: Case,
  first: Side,
  transport: TransportName,
): Promise<End> {
  // By the feed as the newer applications have it.
  const scene = stage(transport === 'feed' ? { readingBookmarksInFeed: 'slots' } : {})
  if (transport === 'feed') scene.session = { ...scene.session, scope: feedScope }
  try {
    const devices = { here: scene.device(), there: scene.device() }
    const users = { here: await devices.here.open(), there: await devices.there.open() }
    await before(users.here)
    await scene.pass(minute)
    await users.there.refresh()
    for (const side of sides) devices[side].network.online = false
    await here(users.here)
    await scene.pass(minute)
    await there(users.there)
    await scene.pass(minute)
    for (const side of first === 'here' ? sides : sides.toReversed()) {
      if (side === 'here' && isAnswerLost)
        scene.sandbox.fault({
          match: { path: transport === 'feed' ? 'sync' : 'user', method: 'POST' },
          effect: { networkError: true, carriedOut: 'before' },
        })
      devices[side].network.online = true
      await users[side].account.check()
      if (side === 'here' && next) {
        await scene.pass(10_000)
        devices.there.network.online = true
        await users.there.account.check()
        await users.there.refresh()
        await next(users.there)
      }
      await scene.pass(10 * minute)
    }
    return await observed(scene, users)
  } finally {
    scene.close()
  }
}

async function observed(scene: Stage, users: Readonly<Record<Side, UserData>>): Promise<End> {
  // What a list does not name is gone once a second list agrees.
  for (const user of [users.here, users.there, users.here, users.there]) {
    await user.refresh()
    await scene.pass(10 * minute)
  }
  // A new device has nothing but what the service tells.
  const witness = await scene.device().open()
  await witness.refresh()
  const boxes = { here: await users.here.query(outbox()), there: await users.there.query(outbox()) }
  return {
    service: await kept(witness),
    shown: { here: await kept(users.here), there: await kept(users.there) },
    waiting: boxes.here.waiting + boxes.there.waiting,
    blocked: sides.flatMap((side) => boxes[side].blocked.map((each) => ({ ...each, side }))),
  }
}

/** All that a device shows, in a line. */
async function kept(user: UserData): Promise<string> {
  const notes = (await user.query(allNotes())).map(({ body }) => `“${body}”`).sort()
  const verses = (members: readonly { readonly verseKey: string | null }[]) =>
    members.map(({ verseKey }) => verseKey).join(', ')
  const collections: string[] = []
  for (const { key, name } of await user.query(allCollections()))
    collections.push(`${name} (${verses(await user.query(collectionMembers(key)))})`)
  const favorited = (await user.query(favorites())).map(({ verseKey }) => `favorite at ${verseKey}`)
  collections.sort()
  const { highlights } = await user.query(marksOfChapter(2))
  const colors = [...highlights].map(([verse, { color }]) => `${verse} in ${color}`)
  const slots = (await user.query(readingBookmarks())).map(
    ({ slot, verseKey, number }) => `reading bookmark ${slot} at ${verseKey ?? `page ${number}`}`,
  )
  const pages = (await user.query(allBookmarks())).map(({ number }) => `bookmark of page ${number}`)
  const { value } = (await user.query(setting({ group: 'theme', key: 'type' }))) ?? { value: 'auto' }
  const themes = value === 'auto' ? [] : [`theme ${String(value)}`]
  const place = await user.query(readingPlace())
  const lists = [notes, collections, favorited, colors, slots, pages, themes]
  const all = [...lists.flat(), ...(place ? [`at ${place.verseKey}`] : [])]
  return all.join(' and ') || 'nothing'
}

function reported({ service, shown, blocked }: End): string {
  const others = sides.filter((side) => shown[side] !== service).map((side) => `${side} shows ${shown[side]}`)
  const waits = blocked.map(({ side, kind, local, why }) => {
    const what = kind === 'member' ? 'verse' : kind
    return `blocked ${side}: the ${local === null ? `deletion of the ${what}` : what} (\`${why}\`)`
  })
  return [service, ...others, ...waits].join('; ')
}

const ends = new Map<string, Promise<End>>()

/** How a case ends by this way where this device comes back first. */
function endOf(each: Case, first: Side, transport: TransportName): Promise<End> {
  const key = `${transport}, ${first}: ${each.name}`
  const found = ends.get(key) ?? end(each, first, transport)
  ends.set(key, found)
  return found
}

async function byTransport(each: Case, transport: TransportName): Promise<string> {
  const [here, there] = [await endOf(each, 'here', transport), await endOf(each, 'there', transport)]
  if (reported(here) === reported(there)) return reported(here)
  return `here back first: ${reported(here)}<br>there back first: ${reported(there)}`
}

async function cellOf(each: Case): Promise<string> {
  if (each.only) return byTransport(each, each.only)
  const [operations, feed] = [await byTransport(each, 'operations'), await byTransport(each, 'feed')]
  return operations === feed ? feed : `by the operations, ${operations}<br>by the feed, ${feed}`
}

const isWritten = process.env['WARAQ_WRITE'] !== undefined
const path = fileURLToPath(new URL('../../../TWO-DEVICES.md', import.meta.url))
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** The page with our column as it is; what it says of others stays. */
async function withOurs(page: string): Promise<string> {
  const lines = page.split('\n')
  const first = lines.findIndex((each) => each.startsWith('| ---')) + 1
  const last = lines.findIndex((each, index) => index >= first && !each.startsWith('|'))
  const rows = lines.slice(first, last).map((each) => each.slice(2, -2).split(' | '))
  const others = new Map(rows.map(([name, , ...rest]) => [name, rest]))
  const ours: string[] = []
  for (const each of cases)
    ours.push(line([each.name, await cellOf(each), ...(others.get(each.name) ?? Array(4).fill(''))]))
  return [...lines.slice(0, first), ...ours, ...lines.slice(last)].join('\n')
}

describe('two devices that were offline', () => {
  // `pnpm test` has one case in three, with ways and sides in turn. The rest, and the page, are left to the depth.
  const tried = cases.filter((_, index) => isDeep || index % 3 === 0)
  const turns = transports.flatMap((transport) => sides.map((first) => ({ transport, first })))
  it.each(tried.map((each, index) => [each.name, each, index] as const))(
    '%s: they agree, or a person decides',
    async (_, each, index) => {
      const ofCase = turns.filter(({ transport }) => transport === (each.only ?? transport))
      for (const turn of ofCase.filter((one) => isInTurn(index, turns, one))) {
        const { service, shown, waiting, blocked } = await endOf(each, turn.first, turn.transport)
        expect([turn, waiting]).toEqual([turn, 0])
        for (const side of sides) {
          const holds = blocked.some((change) => change.side === side)
          if (!holds) expect([turn, side, shown[side]]).toEqual([turn, side, service])
        }
        const kept = service + JSON.stringify(blocked)
        for (const text of each.written ?? []) expect(kept).toContain(text)
      }
    },
  )

  if (isDeep)
    it.each(cases.filter(({ only, differs }) => !only && !differs))(
      '$name: by both ways alike',
      async (each) => {
        expect(await byTransport(each, 'feed')).toBe(await byTransport(each, 'operations'))
      },
    )

  if (isDeep || isWritten)
    it('end as the page says', async () => {
      const page = await withOurs(readFileSync(path, 'utf8'))
      if (isWritten) writeFileSync(path, page)
      expect(readFileSync(path, 'utf8')).toBe(page)
    }, 120_000)
})
