import { userClientOf, type UserClientOptions } from '../../client/user/user-client.ts'
import type { UserCallOptions } from '../../client/user/call-options.ts'
import { isWaraqError, WaraqError } from '@waraq/protocol'
import type { Bookmark, MushafId } from '@waraq/protocol/user'
import type { Observed } from '../model/decide.ts'
import {
  favoritesKey,
  isSame,
  isSamePlace,
  namedAs,
  type NoteValue,
  type PlaceValue,
  type ReadingBookmark,
  type Target,
  type TimeValue,
  type Value,
} from '../model/entity.ts'
import { dataOf, idOf, timeOf } from './answers.ts'
import {
  chosenOperations,
  idOfOwner,
  noteValue,
  type AnsweredNote,
  type Operations,
} from './chosen-operations.ts'
import { operationLists, readingMarks } from './operation-lists.ts'
import type { IsKnown, Subject, UserTransport, TransportCall } from './transport.ts'

export interface OperationsOptions extends UserClientOptions {
  /** The account that the data belongs to. */
  readonly account: string | undefined
  /** The mushaf that page numbers refer to. */
  readonly mushafId: MushafId
  readonly onAnswer: UserCallOptions['onAnswer']
}

/** The documented operations of user data as a transport. */
export function operationsTransport({
  account,
  mushafId,
  onAnswer,
  ...options
}: OperationsOptions): UserTransport {
  const service = userClientOf(chosenOperations, options)
  const with_ = ({ signal, beforeSend }: TransportCall): UserCallOptions => ({
    signal,
    beforeSend,
    account,
    onAnswer,
    // The caller repeats requests: only one place knows whether a repeat is safe.
    attempts: 1,
  })
  return {
    probe: (subject, isKnown, call) => probe(service, mushafId, subject, isKnown, with_(call)),
    send: (subject, from, call) => send(service, mushafId, subject, from, with_(call)),
    list: operationLists(service, mushafId, with_),
  }
}

/** The answer, or undefined if the service reports `not_found`. */
async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (isWaraqError(error) && error.code === 'not_found') return undefined
    throw error
  }
}

const nothing: Observed = { value: null }

function isAt({ type, key, verseNumber }: Bookmark, target: Target): boolean {
  return type === target.type && key === target.key && (verseNumber ?? undefined) === target.verseNumber
}

async function holds(bookmarks: AsyncIterable<Bookmark>, target: Target): Promise<boolean> {
  for await (const each of bookmarks) if (isAt(each, target)) return true
  return false
}

async function probe(
  service: Operations,
  mushafId: MushafId,
  { entity, id, ownerId, sent, desired }: Subject,
  isKnown: IsKnown,
  options: UserCallOptions,
): Promise<Observed> {
  const { kind, owner, target, field } = entity
  const bookmark = async () => {
    const found = await ifThere(service.bookmarks.find({ ...target!, mushafId }, options))
    return found && dataOf(found)
  }
  switch (kind) {
    case 'member': {
      if (owner === favoritesKey) return { value: (await bookmark())?.isInDefaultCollection ? true : null }
      const inside = service.collections.get.each(idOfOwner(owner, ownerId), { first: 20 }, options)
      return (await ifThere(holds(inside, target!))) ? { value: true } : nothing
    }
    case 'bookmark': {
      const found = await bookmark()
      // A bookmark that belongs to a collection exists even if the person does not want it as a separate bookmark.
      const isThere = found !== undefined && (desired !== null || !((found.collectionsCount ?? 0) > 0))
      return { value: isThere ? true : null, id: found?.id }
    }
    case 'reading': {
      const marked = await readingMarks(service, mushafId, options)
      const wanted = desired as ReadingBookmark | null
      const there = marked.find(({ target: at }) => wanted && isSamePlace(at, wanted.target)) ?? marked[0]
      return { value: namedAs(there ?? null, desired) }
    }
    case 'collection': {
      // The collection that was sent may exist under the name that it had then.
      const named = (sent?.desired ?? desired) as { readonly name: string } | null | undefined
      for await (const each of service.collections.list.each({ first: 20 }, options)) {
        if (id !== undefined ? each.id !== id : each.isDefault || each.isSystem || each.name !== named?.name)
          continue
        if (id === undefined && (await isKnown([each.id])).has(each.id)) continue
        return { value: { name: each.name }, id: each.id, at: timeOf(each.updatedAt) }
      }
      return nothing
    }
    case 'note':
      return id === undefined
        ? probeNote(service, sent, isKnown, options)
        : noteObserved(await ifThere(service.notes.get(id, {}, options)))
    case 'setting': {
      const data = dataOf(await service.preferences.get(options))
      const section = (data as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>)[
        field!.group
      ]
      const value = section?.[field!.key]
      return { value: value === undefined ? null : { value } }
    }
    case 'time': {
      const { date, zone, mushafId: mushaf } = entity.day!
      const range = { from: date, to: date, type: 'QURAN', first: 20 } as const
      for await (const day of service.activityDays.list.each(range, { ...options, timeZone: zone }))
        if (day.date === date && day.mushafId === mushaf)
          return { value: { seconds: day.secondsRead ?? 0, ranges: [...(day.ranges ?? [])] } }
      return nothing
    }
    case 'place': {
      const [latest] = dataOf(await service.readingSessions.list({ first: 1 }, options))
      if (latest?.chapterNumber === undefined || latest.verseNumber === undefined) return nothing
      const value = { chapter: latest.chapterNumber, verse: latest.verseNumber }
      return { value, at: timeOf(latest.updatedAt) }
    }
  }
}

function noteObserved(answer: { readonly data: AnsweredNote } | undefined): Observed {
  return answer ? { value: noteValue(dataOf(answer)), id: idOf(answer) } : nothing
}

/** Maximum milliseconds by which the clocks of servers are assumed to differ. */
const clockMarginMs = 120_000

/**
 * Searches a note that was sent and whose answer was lost. The newest notes back to the time of sending are compared with it,
 * or all notes if that time is unknown.
 */
async function probeNote(
  service: Operations,
  sent: Subject['sent'],
  isKnown: IsKnown,
  options: UserCallOptions,
): Promise<Observed> {
  for await (const note of service.notes.list.each({ limit: sent ? 50 : 1, sortBy: 'newest' }, options)) {
    // Only the answer itself is needed, because it reports the service's time.
    if (!sent) break
    if ((timeOf(note.createdAt) ?? Infinity) < (sent.since ?? -Infinity) - clockMarginMs) break
    if (!isSame(noteValue(note), sent.desired) || (await isKnown([note.id])).has(note.id)) continue
    return { value: noteValue(note), id: note.id }
  }
  return nothing
}

async function send(
  service: Operations,
  mushafId: MushafId,
  { entity, id, ownerId, desired }: Subject,
  from: Value | null,
  options: UserCallOptions,
): Promise<{ readonly id?: string | undefined }> {
  const { kind, owner, target, field } = entity
  // The client's schemas check what is typed by its kind.
  const body = { ...target!, mushaf: mushafId } as never
  switch (kind) {
    case 'member': {
      const collection = idOfOwner(owner, ownerId)
      if (desired !== null) await service.collections.addBookmark(collection, body, options)
      else await ifThere(service.collections.removeBookmark(collection, body, options))
      return {}
    }
    case 'bookmark': {
      if (desired !== null) return { id: (await service.bookmarks.add(body, options)).data?.id }
      const found =
        id === undefined && (await ifThere(service.bookmarks.find({ ...target!, mushafId }, options)))
      const known = found ? idOf(found) : id
      if (known !== undefined) await ifThere(service.bookmarks.delete(known, options))
      return {}
    }
    case 'reading': {
      const [former, wanted] = [from as ReadingBookmark | null, desired as ReadingBookmark | null]
      const mark = async (
        { target: at, mushafId: mushaf = mushafId }: ReadingBookmark,
        isReading: true | null,
      ) => service.bookmarks.add({ ...at, mushaf, isReading } as never, options)
      if (former && !(wanted && isSamePlace(former.target, wanted.target))) await mark(former, null)
      if (wanted) await mark(wanted, true)
      return {}
    }
    case 'collection': {
      const named = desired as { readonly name: string } | null
      if (named && id === undefined) return { id: idOf(await service.collections.create(named, options)) }
      if (named) await service.collections.rename(id!, named, options)
      else if (id !== undefined) await ifThere(service.collections.delete(id, options))
      return {}
    }
    case 'note': {
      const note = desired as NoteValue | null
      if (!note) {
        if (id !== undefined) await ifThere(service.notes.delete(id, options))
        return {}
      }
      if (id !== undefined && from !== null)
        return { id: idOf(await service.notes.update(id, { body: note.body, saveToQR: false }, options)) }
      const made = { body: note.body, ranges: [...note.ranges], saveToQR: false }
      return { id: idOf(await service.notes.create(made, options)) }
    }
    case 'setting': {
      if (desired === null) throw unsettable()
      const { value } = desired as { readonly value: unknown }
      await service.preferences.set({ ...field!, value } as never, { mushafId }, options)
      return {}
    }
    case 'time': {
      const { date, zone, mushafId: mushaf } = entity.day!
      const { seconds, ranges } = desired as TimeValue
      const stretch = { type: 'QURAN' as const, date, mushafId: mushaf, seconds, ranges: [...ranges] }
      await service.activityDays.record(stretch, { ...options, timeZone: zone })
      return {}
    }
    case 'place': {
      const { chapter, verse } = desired as PlaceValue
      await service.readingSessions.record({ chapterNumber: chapter, verseNumber: verse }, options)
      return {}
    }
  }
}

function unsettable(): WaraqError {
  return new WaraqError({
    code: 'invalid_argument',
    message: 'The service has no way to take a setting away. Set it to another value.',
  })
}
