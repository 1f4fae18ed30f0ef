import {
  allBookmarks,
  allCollections,
  collectionMembers,
  marksOfChapter,
  readingBookmarks,
  setting,
  favorites,
} from '../../../packages/waraq/src/user/view/queries.ts'
import { allNotes } from '../../../packages/waraq/src/user/view/note-queries.ts'
import { outbox, type BlockedChange } from '../../../packages/waraq/src/user/view/outbox-query.ts'
import { readingPlace } from '../../../packages/waraq/src/user/view/place-queries.ts'
import type { UserQuery } from '../../../packages/waraq/src/user/view/answered.ts'
import { users, type User } from './commands.ts'
import type { Names } from './names.ts'
import { accountOf, type Backend } from './service.ts'
import type { Tab } from './device.ts'

/** The account whose data are meant; null: the device's own. */
export type Whose = User | null

/**
 * The existing items, by label: `favorite|2:1`, `page|3`, `member|<lineage>|2:1`, `collection|<lineage>`, `note|<lineage>`,
 * `place`, `reading`, `setting`. Lineages are those of the oracle's names.
 */
export type State = ReadonlyMap<string, string>

/** The content that a tab shows. */
export interface View {
  readonly whose: Whose
  readonly state: State
  /** Keys of the shown items, by label. */
  readonly keys: ReadonlyMap<string, string>
  /** Texts of notes, by key. */
  readonly texts: ReadonlyMap<string, string>
  readonly blocked: readonly BlockedChange[]
  readonly waiting: number
  /** The service reports reading bookmarks in slots. They are labelled `reading|1` and so on. */
  readonly hasSlots: boolean
  /** Seconds of reading time that were given up. */
  readonly uncounted: number
}

/**
 * Pages after this one are used as reading places, and those up to it are bookmarked: the operations cannot report a page as
 * both.
 */
export const firstReadPage = 10

/** Each account uses separate verses, so that data can be attributed to it. */
export const chapterOf = (whose: Whose) => (whose === null ? 4 : whose === 'amina' ? 2 : 3)

export const settingField = { group: 'theme', key: 'type' } as const

export function whoseOf(account: string | null): Whose {
  return users.find((user) => accountOf(user) === account) ?? null
}

const linesOf = (map: Map<string, string[]>) =>
  [...map].map(([label, values]) => [label, values.sort().join('\n')] as const)

function push(map: Map<string, string[]>, label: string, value: string): void {
  map.set(label, [...(map.get(label) ?? []), value])
}

/** Everything that a tab is asked for, as of one moment. */
const all = {
  key: 'all',
  lists: [],
  read: (db: Parameters<UserQuery<unknown>['read']>[0]) =>
    db.transaction('r', db.rows, db.pending, db.meta, async () => {
      const collections = await allCollections().read(db)
      return {
        collections,
        favorited: await favorites().read(db),
        notes: await allNotes().read(db),
        pages: await allBookmarks().read(db),
        place: await readingPlace().read(db),
        theme: await setting(settingField).read(db),
        box: await outbox().read(db),
        slots: await readingBookmarks().read(db),
        chapters: await Promise.all([2, 3, 4].map((chapter) => marksOfChapter(chapter).read(db))),
        members: await Promise.all(collections.map(({ key }) => collectionMembers(key).read(db))),
      }
    }),
}

/** The place of a slot in the feed. */
export const placeOf = ({ type, key, verseNumber }: Readonly<Record<string, unknown>>) =>
  type === 'page' ? `page ${String(key)}` : `${String(key)}:${String(verseNumber)}`

export async function viewOf({ user }: Tab, names: Names, hasSlots: boolean): Promise<View> {
  const answer = await user.query(all)
  const { favorited, collections, notes, pages, place, theme, box, slots, chapters, members } = answer
  // A tab that was just opened shows no account before it has answered.
  const whose = whoseOf(user.account.get().account)
  const state = new Map<string, string>()
  const keys = new Map<string, string>()
  const texts = new Map<string, string>()
  for (const { verseKey } of favorited) state.set(`favorite|${verseKey}`, 'on')
  for (const { number } of pages) state.set(`page|${number}`, 'on')
  const many = new Map<string, string[]>()
  collections.forEach(({ key, name }, index) => {
    const lineage = names.lineageOf(name)
    push(many, `collection|${lineage}`, name)
    keys.set(`collection|${lineage}`, key)
    for (const { verseKey } of members[index]!) state.set(`member|${lineage}|${verseKey}`, 'on')
  })
  for (const { key, body } of notes) {
    const label = `note|${names.lineageOf(body)}`
    push(many, label, body)
    keys.set(label, key)
    texts.set(key, body)
  }
  if (hasSlots)
    for (const { slot, verseKey, number } of slots) state.set(`reading|${slot}`, verseKey ?? `page ${number}`)
  else for (const { reading } of chapters) for (const verse of reading.keys()) push(many, 'reading', verse)
  for (const [label, value] of linesOf(many)) state.set(label, value)
  if (place) state.set('place', place.verseKey)
  if (theme) state.set('setting', String(theme.value))
  return {
    whose,
    state,
    keys,
    texts,
    blocked: box.blocked,
    waiting: box.waiting,
    hasSlots,
    uncounted: box.uncountedSeconds,
  }
}

interface Listed {
  readonly id: string
  readonly key: number
  readonly verseNumber?: number | null
  readonly name: string
  readonly body: string
  readonly isDefault?: boolean
  readonly isSystem?: boolean
  readonly isReading?: boolean | null
}

/** The service's data of a user, read without the network. */
export async function serviceState(backend: Backend, user: User, names: Names): Promise<State> {
  const { hasSlots } = backend
  const read = async (path: string) => (await backend.read(user, path)).data as unknown
  const state = new Map<string, string>()
  const many = new Map<string, string[]>()
  const inside = async (id: string) =>
    ((await read(`/v1/collections/${id}?first=20`)) as { readonly bookmarks: Listed[] }).bookmarks.map(
      ({ key, verseNumber }) => `${key}:${verseNumber}`,
    )
  for (const verse of await inside('__default__')) state.set(`favorite|${verse}`, 'on')
  for (const { id, name, isDefault, isSystem } of (await read('/v1/collections?first=20')) as Listed[]) {
    if (isDefault || isSystem) continue
    const lineage = names.lineageOf(name)
    push(many, `collection|${lineage}`, name)
    for (const verse of await inside(id)) state.set(`member|${lineage}|${verse}`, 'on')
  }
  for (const { body } of (await read('/v1/notes?limit=50')) as Listed[])
    push(many, `note|${names.lineageOf(body)}`, body)
  for (const { key, isReading } of (await read('/v1/bookmarks?mushafId=1&type=page&first=20')) as Listed[])
    if (key <= firstReadPage || !isReading) state.set(`page|${key}`, 'on')
  const marks = (await read('/v1/bookmarks?mushafId=1&type=ayah&isReading=true&first=20')) as Listed[]
  if (!hasSlots) for (const { key, verseNumber } of marks) push(many, 'reading', `${key}:${verseNumber}`)
  else
    for (const { resource, type, data } of await backend.states(user))
      if (resource === 'READING_BOOKMARK' && type !== 'DELETE')
        state.set(`reading|${String(data!['slot'])}`, placeOf(data!))
  for (const [label, value] of linesOf(many)) state.set(label, value)
  const [latest] = (await read('/v1/reading-sessions?first=1')) as {
    readonly chapterNumber: number
    readonly verseNumber: number
  }[]
  if (latest) state.set('place', `${latest.chapterNumber}:${latest.verseNumber}`)
  const { theme } = (await read('/v1/preferences')) as { readonly theme?: { readonly type?: string } }
  if (theme?.type !== undefined) state.set('setting', theme.type)
  return state
}
