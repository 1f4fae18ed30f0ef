import { isInTurn } from '@waraq/test-support/runs'
import { afterEach, describe, expect, it } from 'vitest'
import { allCollections } from '../view/queries.ts'
import { allNotes } from '../view/note-queries.ts'
import { outbox } from '../view/outbox-query.ts'
import type { UserData } from '../api.ts'
import type { UserDataFile } from '../portable.ts'
import type { TransportName } from '../model/records.ts'
import { feedScope, stage, untimed, type Stage } from '../stage.test-support.ts'

/**
 * Without conflicts both transports end alike for the same history: on the device that acted, on another that reads by the feed, and on
 * one that reads by the operations.
 */

let scene: Stage
afterEach(() => scene.close())

const minute = 60_000
const note = { body: 'To think about.', ranges: ['2:255-2:257'] }
const noteOf = async (user: UserData, text: string) =>
  (await user.query(allNotes())).find(({ body }) => body === text)!.key
const firstCollection = async (user: UserData) => (await user.query(allCollections()))[0]!.key

type Step = (user: UserData) => Promise<unknown>
/** Steps of one history. What is in one list is done at once, and delivered before the next. */
const histories: readonly (readonly [string, readonly (readonly Step[])[]])[] = [
  [
    'favorites',
    [[(user) => user.favorite('2:255'), (user) => user.favorite('1:1'), (user) => user.favorite('114:6')]],
  ],
  [
    'favorites that are taken away',
    [
      [(user) => user.favorite('2:255'), (user) => user.favorite('1:1')],
      [(user) => user.favorite('2:255', false)],
    ],
  ],
  [
    'a favorite that comes back',
    [
      [(user) => user.favorite('1:1')],
      [(user) => user.favorite('1:1', false)],
      [(user) => user.favorite('1:1')],
    ],
  ],
  [
    'a collection with verses and pages',
    [
      [
        async (user) => {
          const key = await user.collections.create('Ramadan')
          for (const place of ['2:183', '2:185', { type: 'page', number: 28 }] as const)
            await user.collections.add(key, place)
        },
      ],
    ],
  ],
  [
    'a collection that is renamed, emptied in part, and favorited as well',
    [
      [
        async (user) => {
          const key = await user.collections.create('Ramadan')
          await user.collections.add(key, '2:183')
          await user.collections.add(key, '2:185')
          await user.favorite('2:183')
        },
      ],
      [
        async (user) => user.collections.rename(await firstCollection(user), 'Fasting'),
        async (user) => user.collections.remove(await firstCollection(user), '2:183'),
      ],
    ],
  ],
  [
    'a collection that goes with what is in it',
    [
      [
        async (user) => user.collections.add(await user.collections.create('Ramadan'), '2:183'),
        (user) => user.favorite('2:183'),
      ],
      [async (user) => user.collections.delete(await firstCollection(user))],
    ],
  ],
  [
    'two collections of one verse',
    [
      [
        async (user) => user.collections.add(await user.collections.create('One'), '2:183'),
        async (user) => user.collections.add(await user.collections.create('Two'), '2:183'),
      ],
    ],
  ],
  [
    'notes, changed and deleted',
    [
      [
        (user) => user.notes.write(note),
        (user) => user.notes.write({ body: 'Another text.', ranges: ['3:1-3:9', '112:1-112:4'] }),
      ],
      [async (user) => user.notes.edit(await noteOf(user, note.body), 'Thought about.')],
      [(user) => user.notes.write(note)],
      [async (user) => user.notes.delete(await noteOf(user, 'Thought about.'))],
    ],
  ],
  [
    'bookmarks by themselves',
    [
      [
        (user) => user.bookmark({ type: 'page', number: 42 }),
        (user) => user.bookmark({ type: 'page', number: 43 }),
        (user) => user.bookmark({ type: 'juz', number: 30 }),
        (user) => user.bookmark({ type: 'surah', number: 18 }),
      ],
      [
        (user) => user.bookmark({ type: 'page', number: 43 }, false),
        (user) => user.bookmark({ type: 'surah', number: 18 }, false),
      ],
    ],
  ],
  [
    'a page that is in a collection, and marked by itself',
    [
      [
        async (user) =>
          user.collections.add(await user.collections.create('Ramadan'), { type: 'page', number: 28 }),
      ],
      [(user) => user.bookmark({ type: 'page', number: 28 })],
    ],
  ],
  [
    'a reading mark that moves, on a favorited verse and off',
    [
      [(user) => user.favorite('2:10'), (user) => user.setReadingBookmark('2:10')],
      [(user) => user.setReadingBookmark('2:20')],
      [(user) => user.setReadingBookmark('2:10'), (user) => user.favorite('2:10', false)],
    ],
  ],
  [
    'a reading mark that is taken away',
    [[(user) => user.setReadingBookmark('2:10')], [(user) => user.setReadingBookmark(null)]],
  ],
  ['the place, twice', [[(user) => user.setLastRead('2:10')], [(user) => user.setLastRead('18:60')]]],
  [
    'settings',
    [
      [(user) => user.set({ group: 'theme', key: 'type', value: 'dark' })],
      [(user) => user.set({ group: 'theme', key: 'type', value: 'light' })],
    ],
  ],
  [
    'much of each at once',
    [
      [
        async (user) => {
          for (let verse = 1; verse <= 30; verse++) await user.favorite(`2:${verse}`)
          const key = await user.collections.create('Ramadan')
          for (let verse = 5; verse <= 15; verse++) await user.collections.add(key, `2:${verse}`)
          for (const body of ['One text.', 'Two texts.', 'Three texts.'])
            await user.notes.write({ ...note, body })
          await user.setLastRead('2:30')
        },
      ],
      [
        async (user) => {
          for (let verse = 1; verse <= 30; verse += 2) await user.favorite(`2:${verse}`, false)
          await user.collections.rename(await firstCollection(user), 'Fasting')
        },
      ],
    ],
  ],
]

const canonical = (file: UserDataFile) => ({
  ...file,
  favorites: [...file.favorites].sort(),
  collections: [...file.collections]
    .map(({ name, places }) => ({ name, places: places.map((each) => JSON.stringify(each)).sort() }))
    .sort((one, other) => one.name.localeCompare(other.name)),
  notes: file.notes.map((each) => JSON.stringify(each)).sort(),
  bookmarks: file.bookmarks.map((each) => JSON.stringify(each)).sort(),
  settings: file.settings.map((each) => JSON.stringify(each)).sort(),
})

async function endOf(
  transport: TransportName,
  steps: readonly (readonly Step[])[],
  favorites: 'flag' | 'memberships',
) {
  scene = stage({ favoritesInFeed: favorites })
  scene.session = { ...scene.session, scope: feedScope }
  const device = scene.device()
  const user = await device.open({ transport })
  await scene.pass(minute)
  for (const together of steps) {
    device.network.online = false
    for (const step of together) await step(user)
    device.network.online = true
    await user.account.check()
    await scene.pass(3 * minute)
    expect(await user.query(outbox())).toMatchObject({ waiting: 0, blocked: [], transport })
  }
  const observed = await Promise.all(
    (['operations', 'feed'] as const).map(async (each) => {
      const other = await scene.device().open({ transport: each })
      await other.refresh()
      expect(other.problem.get()).toBeUndefined()
      return canonical(untimed(await other.export()))
    }),
  )
  await user.refresh()
  const own = canonical(untimed(await user.export()))
  scene.close()
  return { own, byOperations: observed[0], byFeed: observed[1] }
}

const forms = ['flag', 'memberships'] as const
/** `pnpm test:deep properties` takes each history with both, `pnpm test` each second one with one of them. */
const turns = ['flag', 'none', 'memberships', 'none'] as const
describe.each(forms)('both transports end alike, with Favorites as %s', (favorites) => {
  it.each(histories.filter((_, index) => isInTurn(index, turns, favorites)))('%s', async (_, steps) => {
    const expected = await endOf('operations', steps, favorites)
    expect(expected.byOperations).toEqual(expected.own)
    expect(expected.byFeed).toEqual(expected.own)
    expect(await endOf('feed', steps, favorites)).toEqual(expected)
  })
})
