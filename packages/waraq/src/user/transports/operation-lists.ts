import type { UserCallOptions } from '../../client/user/call-options.ts'
import { verseCountOf, WaraqError } from '@waraq/protocol'
import {
  bookmarkTypes,
  normalizeRawBookmark,
  parseVerseRange,
  type Bookmark,
  type BookmarkType,
  type MushafId,
} from '@waraq/protocol/user'
import {
  bookmarkOf,
  collectionKeyed,
  favoritesKey,
  memberOf,
  noteKeyed,
  place,
  readingIn,
  settingOf,
  type Entity,
  type ReadingBookmark,
  type Target,
} from '../model/entity.ts'
import { dataOf, timeOf } from './answers.ts'
import { idOfOwner, noteValue, type AnsweredNote, type Operations } from './chosen-operations.ts'
import type { Found, Listing } from '../model/listing.ts'
import { mostSessions } from '../model/reading-sessions.ts'
import type { UserTransport, TransportCall } from './transport.ts'

/** No person has more entities of one kind. An answer that continues is refused before it fills the memory. */
const mostListed = 50_000

/** Lists of the service's state, by its operations. */
export function operationLists(
  service: Operations,
  mushafId: MushafId,
  optionsOf: (call: TransportCall) => UserCallOptions,
): UserTransport['list'] {
  return (name, ownerId, call) => {
    const options = optionsOf(call)
    const [list, key = ''] = split(name)
    switch (list) {
      case 'chapter':
        return chapter(service, mushafId, Number(key), options)
      case 'favorites':
        return members(service, favoritesKey, undefined, options)
      case 'members':
        return members(service, key, ownerId, options)
      case 'collections':
        return collectionsOf(service, options)
      case 'notes':
        return notesOf(service, options)
      case 'bookmarks':
        return bookmarksOf(service, mushafId, options)
      case 'reading':
        return readingOf(service, mushafId, options)
      case 'settings':
        return settingsOf(service, options)
      default:
        return placeOf(service, options)
    }
  }
}

function split(name: string): readonly [string, string?] {
  const at = name.indexOf('|')
  return at < 0 ? [name] : [name.slice(0, at), name.slice(at + 1)]
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) if (list.push(item) > mostListed) throw tooMany()
  return list
}

function tooMany(): WaraqError {
  return new WaraqError({
    code: 'endless_list',
    message: `The service lists more than ${mostListed} of one kind. What was read is not kept; it is read again later.`,
    retryable: true,
  })
}

/** The place of a bookmark; undefined for kinds that this version does not know. */
function targetOf({ type, key, verseNumber }: Bookmark): Target | undefined {
  if (!(bookmarkTypes as readonly string[]).includes(type)) return undefined
  const known = type as BookmarkType
  if (known === 'ayah') return typeof verseNumber === 'number' ? { type: known, key, verseNumber } : undefined
  return { type: known, key }
}

function entitiesOf(bookmarks: readonly Bookmark[], make: (target: Target, bookmark: Bookmark) => Found[]) {
  return bookmarks.flatMap((bookmark) => {
    const target = targetOf(bookmark)
    return target ? make(target, bookmark) : []
  })
}

/** The reading bookmark: one place, as far as is known. By the operations it has no name. */
export async function readingMarks(
  service: Operations,
  mushafId: MushafId,
  options: UserCallOptions,
): Promise<ReadingBookmark[]> {
  const marked: ReadingBookmark[] = []
  for (const type of ['ayah', 'page'] as const) {
    const query = { type, mushafId, first: 20, isReading: true }
    for (const bookmark of await all(service.bookmarks.list.each(query, options))) {
      const target = targetOf(bookmark)
      if (target) marked.push({ name: null, target, ...(type === 'page' && { mushafId }) })
    }
  }
  return marked
}

async function readingOf(
  service: Operations,
  mushafId: MushafId,
  options: UserCallOptions,
): Promise<Listing> {
  const [first] = await readingMarks(service, mushafId, options)
  const entity = readingIn(1)
  return { found: first ? [{ entity, value: first }] : [], covers: ({ key }) => key === entity.key }
}

/** Favorites and notes in one surah: two requests. */
async function chapter(
  service: Operations,
  mushafId: MushafId,
  number: number,
  options: UserCallOptions,
): Promise<Listing> {
  const range = {
    chapterNumber: number,
    rangeStartAyahNumber: 1,
    rangeEndAyahNumber: verseCountOf(number),
    mushafId,
  }
  const raw = await service.bookmarks.listInRange(range, options)
  const notes = dataOf(
    await service.notes.listInRange(
      { from: `${number}:1`, to: `${number}:${verseCountOf(number)}` },
      options,
    ),
  )
  const found = entitiesOf(dataOf(raw).map(normalizeRawBookmark), (target, bookmark) =>
    bookmark.isInDefaultCollection ? [{ entity: memberOf(favoritesKey, target), value: true as const }] : [],
  )
  const isOfVerse = ({ target, chapters }: Entity) =>
    target?.type === 'ayah' && chapters[0] === number && !raw.pagination.hasNextPage
  const isNoteHere = ({ kind, chapters }: Entity) =>
    kind === 'note' && chapters.length === 1 && chapters[0] === number
  return {
    found: [...found, ...notes.map(noteFound)],
    covers: (entity) =>
      (entity.kind === 'member' && entity.owner === favoritesKey && isOfVerse(entity)) || isNoteHere(entity),
  }
}

function noteFound(note: AnsweredNote): Found {
  const value = noteValue(note)
  const entity = noteKeyed(
    `note|${note.id}`,
    value.ranges.filter((range) => parseVerseRange(range)),
  )
  return { entity: madeAt(entity, note.createdAt), value, id: note.id, at: timeOf(note.updatedAt) }
}

function madeAt(entity: Entity, reported: string | undefined): Entity {
  const createdAt = timeOf(reported)
  return createdAt === undefined ? entity : { ...entity, createdAt }
}

async function members(
  service: Operations,
  owner: string,
  ownerId: string | undefined,
  options: UserCallOptions,
): Promise<Listing> {
  const inside = await all(service.collections.get.each(idOfOwner(owner, ownerId), { first: 20 }, options))
  return {
    found: entitiesOf(inside, (target) => [{ entity: memberOf(owner, target), value: true }]),
    covers: (entity) => entity.kind === 'member' && entity.owner === owner,
  }
}

async function collectionsOf(service: Operations, options: UserCallOptions): Promise<Listing> {
  const listed = await all(service.collections.list.each({ first: 20 }, options))
  const found = listed
    .filter(({ isDefault, isSystem }) => !isDefault && !isSystem)
    .map(({ id, name, updatedAt, bookmarksCount, count }) => ({
      entity: collectionKeyed(`collection|${id}`),
      value: { name },
      id,
      state: `${updatedAt ?? ''}|${bookmarksCount ?? count ?? ''}`,
      at: timeOf(updatedAt),
    }))
  return { found, covers: ({ kind }) => kind === 'collection' }
}

async function notesOf(service: Operations, options: UserCallOptions): Promise<Listing> {
  const listed = await all(service.notes.list.each({ limit: 50, sortBy: 'newest' }, options))
  return { found: listed.map(noteFound), covers: ({ kind }) => kind === 'note' }
}

/**
 * Bookmarks of pages, surahs and juz that belong to no collection. For a place with the reading bookmark the service does not
 * report whether it is also such a bookmark.
 */
async function bookmarksOf(
  service: Operations,
  mushafId: MushafId,
  options: UserCallOptions,
): Promise<Listing> {
  const found: Found[] = []
  const unsure = new Set<string>()
  for (const type of bookmarkTypes) {
    if (type === 'ayah') continue
    const query = { type, mushafId, first: 20 }
    const listed = await all(service.bookmarks.list.each(query, options))
    found.push(
      ...entitiesOf(listed, (target, { id, isReading, collectionsCount, createdAt }) => {
        const entity = madeAt(bookmarkOf(target), createdAt)
        if (isReading) unsure.add(entity.key)
        return isReading || collectionsCount !== 0 ? [] : [{ entity, value: true as const, id }]
      }),
    )
  }
  return { found, covers: ({ kind, key }) => kind === 'bookmark' && !unsure.has(key) }
}

async function settingsOf(service: Operations, options: UserCallOptions): Promise<Listing> {
  const data = dataOf(await service.preferences.get(options))
  const found = Object.entries(data).flatMap(([group, section]) =>
    Object.entries((section ?? {}) as Record<string, unknown>).map(([key, value]) => ({
      entity: settingOf({ group, key }),
      value: { value },
    })),
  )
  return { found, covers: () => false }
}

async function placeOf(service: Operations, options: UserCallOptions): Promise<Listing> {
  const data = dataOf(await service.readingSessions.list({ first: mostSessions }, options))
  const sessions = data
    .slice(0, mostSessions)
    .flatMap(({ id, updatedAt, chapterNumber: chapter, verseNumber: verse }) =>
      chapter === undefined || verse === undefined
        ? []
        : [{ id, at: timeOf(updatedAt) ?? 0, value: { chapter, verse } }],
    )
  const [latest] = sessions
  return { found: latest ? [{ entity: place, ...latest, id: undefined, sessions }] : [], covers: () => false }
}
