import { sync } from '../../client/user/operations/sync.ts'
import { userClientOf } from '../../client/user/user-client.ts'
import type { UserCallOptions } from '../../client/user/call-options.ts'
import type { UserClientOf } from '../../client/user/calls.ts'
import { isJsonObject, isWaraqError, WaraqError, type JsonObject } from '@waraq/protocol'
import { syncLimits, type MushafId, type PushedMutation, type SyncResource } from '@waraq/protocol/user'
import { colorOf, type Entity, type Kind, type NoteValue, type PlaceValue } from '../model/entity.ts'
import type { ReadingForms } from '../model/reading-forms.ts'
import type { Pulled, ReportedState } from '../model/reported.ts'
import { idOfOwner } from './chosen-operations.ts'
import { numberOf, readRow } from './feed-rows.ts'
import type { OperationsOptions } from './operations.ts'
import { clientTimes, placeOf, readingMutations, verseOf } from './reading-mutations.ts'
import type { Feed, FeedChange, TransportCall } from './transport.ts'

const chosen = { sync: { pull: sync.pull, push: sync.push } }
type Service = UserClientOf<typeof chosen>['sync']

export interface FeedOptions extends OperationsOptions {
  /** The scopes that the person allowed, separated by spaces; undefined if unknown, so that the service decides. */
  readonly scope: string | undefined
}

/**
 * The feed of user data, `/v1/sync`. All knowledge of its form is in this file, and that of its rows in `feed-rows.ts`. The
 * service has changed the form often, and documents it for pre-production.
 */
export function feedOf({ account, mushafId, onAnswer, scope, ...options }: FeedOptions): Feed {
  const service = userClientOf(chosen, options).sync
  const with_ = ({ signal, beforeSend }: TransportCall): UserCallOptions => ({
    signal,
    beforeSend,
    account,
    onAnswer,
    attempts: 1,
  })
  const granted = new Set(scope?.split(' ').map((each) => each.split('.', 1)[0]!))
  const isAllowed = (resource: SyncResource) =>
    scope === undefined || areas[resource].every((area) => granted.has(area))
  const resources = (Object.keys(areas) as SyncResource[]).filter(isAllowed)
  const older = resources.filter((each) => each !== 'READING_BOOKMARK')
  let isOlder = false
  /** A service that does not know the newest resource refuses a request for it. Then it is not requested again. */
  const pullKnown: Feed['pull'] = async (since, call) => {
    if (isOlder) return pull(service, older, since, with_(call))
    try {
      return await pull(service, resources, since, with_(call))
    } catch (error) {
      if (!isOfForm(error)) throw error
      const pulled = await pull(service, older, since, with_(call))
      isOlder = true
      return pulled
    }
  }
  return {
    covers: (entity) => isInFeed(entity) && isAllowed(resourceOf[entity.kind]!),
    lists: (name) => /^(chapter\||members\||(favorites|collections|notes|place|reading)$)/.test(name),
    async head(call) {
      return headOf(dataOf(await service.pull({ mutationsSince: 0, metadataOnly: true }, with_(call))))
    },
    pull: pullKnown,
    count: (change) => mutationsOf(change, mushafId).length,
    rank,
    async push(changes, head, call) {
      const each = changes.map((change) => mutationsOf(change, mushafId))
      const { data } = await service.push({ mutations: each.flat() }, { lastMutationAt: head }, with_(call))
      // The push was not refused. An answer in another form does not show what was applied.
      const reported = Array.isArray(data?.mutations) ? data.mutations.length : NaN
      const whole = whichHas(
        reported,
        each.map(({ length }) => length),
      )
      // A part of the first change is neither that change nor none.
      const applied = whole === 0 && reported !== 0 ? NaN : whole
      return { applied, head: numberOf(data?.lastMutationAt) ?? head + 1 }
    },
    refusedAt(error, changes) {
      const at = refusedAt(error)
      return changes
        .flatMap((change, index) =>
          mutationsOf(change, mushafId).map(({ resource }) => ({ index, resource })),
        )
        .at(at ?? Infinity)
    },
  }
}

/** The areas whose scopes a resource needs. */
const areas: Readonly<Record<SyncResource, readonly string[]>> = {
  BOOKMARK: ['bookmark'],
  COLLECTION: ['collection'],
  COLLECTION_BOOKMARK: ['bookmark', 'collection'],
  NOTE: ['note'],
  READING_SESSION: ['reading_session'],
  READING_BOOKMARK: ['bookmark'],
}

const resourceOf: Readonly<Record<Kind, SyncResource | undefined>> = {
  member: 'COLLECTION_BOOKMARK',
  bookmark: 'BOOKMARK',
  reading: 'READING_BOOKMARK',
  collection: 'COLLECTION',
  note: 'NOTE',
  place: 'READING_SESSION',
  setting: undefined,
  time: undefined,
}

/** Members are verses in the feed, and bookmarks are pages or verses. */
function isInFeed({ kind, target }: Entity): boolean {
  if (kind === 'member') return target?.type === 'ayah'
  if (kind === 'bookmark') return target?.type === 'page'
  return resourceOf[kind] !== undefined
}

// Pulling

/** No person has more states, including deletions. A feed that continues is refused before it fills the memory. */
const mostReported = 100_000

/** The maximum number of attempts at a pull whose pages do not belong together. */
const tries = 3

async function pull(
  service: Service,
  resources: readonly SyncResource[],
  since: number,
  options: UserCallOptions,
): Promise<Pulled> {
  for (let tried = 1; ; tried++) {
    const pulled = await pullOnce(service, resources, since, options)
    if (pulled.agrees || tried === tries) return pulled
  }
}

/** Reads all pages. The set behind the pages moves: an entity that changes in the meantime moves to its end. */
async function pullOnce(
  service: Service,
  resources: readonly SyncResource[],
  since: number,
  options: UserCallOptions,
): Promise<Pulled> {
  const reported: ReportedState[] = []
  const read = new Set<string>()
  const unreadable = new Set<string>()
  let first: { readonly head: number; readonly total: number | undefined } | undefined
  let slots: ReadingForms['slots'] = resources.includes('READING_BOOKMARK') ? 'asked' : 'unknown'
  let flag: boolean | undefined
  let agrees = true
  let rows = 0
  for (let page = 1; agrees; page++) {
    const query = { mutationsSince: since, resources: [...resources], limit: syncLimits.rows, page }
    const data = dataOf(await service.pull(query, options))
    const head = headOf(data)
    const total = numberOf(data['total'])
    first ??= { head, total }
    agrees = first.head === head && first.total === total
    const mutations = data['mutations'] ?? []
    if (!Array.isArray(mutations)) throw unreadableAnswer('mutations')
    rows += mutations.length
    if (rows > mostReported) throw tooMany()
    for (const each of mutations) {
      const row = readRow(each, head)
      if (row.reported) reported.push(row.reported)
      if (row.reported?.what === 'reading') slots = 'reported'
      if (row.reported?.what === 'bookmark' && row.reported.is)
        flag ||= row.reported.is.isReading !== undefined
      if (row.isReadable) read.add(row.name)
      else unreadable.add(row.name)
    }
    // A page without rows ends the feed, whatever `hasMore` is.
    if (mutations.length === 0 || !hasMore(data['hasMore'], mutations.length, rows, total)) break
  }
  reported.sort((one, other) => one.at - other.at)
  return { reported, read, unreadable: [...unreadable], reading: { slots, flag }, head: first!.head, agrees }
}

/** Whether a request was refused for its form, so that another form may succeed. */
function isOfForm(error: unknown): boolean {
  return isWaraqError(error) && (error.status === 400 || error.status === 422)
}

/** If the service does not report whether there is more, a full page or the total shows it. */
function hasMore(said: unknown, onPage: number, rows: number, total: number | undefined): boolean {
  return typeof said === 'boolean' ? said : onPage >= syncLimits.rows || rows < (total ?? 0)
}

function dataOf({ data }: { readonly data?: unknown }): JsonObject {
  if (!isJsonObject(data)) throw unreadableAnswer('data')
  return data
}

/** The head of an answer. Any number is valid, such as -1 for a new user. A push sends it back unchanged. */
function headOf(data: JsonObject): number {
  const head = numberOf(data['lastMutationAt'])
  if (head === undefined) throw unreadableAnswer('lastMutationAt')
  return head
}

/** A permanent error: repeating the request has the same result, and the operations may work where the feed does not. */
function unreadableAnswer(what: string): WaraqError {
  return new WaraqError({
    code: 'invalid_response',
    message: `The feed of user data tells ${what} in a form that this version does not know. Nothing of it was kept. Deliver by the operations, or use a newer version.`,
    retryable: false,
    details: { field: what },
  })
}

function tooMany(): WaraqError {
  return new WaraqError({
    code: 'endless_list',
    message: `The feed of user data tells more than ${mostReported} states. What was read is not kept; it is read again later.`,
    retryable: true,
  })
}

// Pushing

/** Removals of members are sent before changes of their collections and bookmarks, and additions after them. */
function rank({ entity: { kind }, desired }: Pick<FeedChange, 'entity' | 'desired'>): number {
  if (kind === 'member') return desired === null ? 0 : 2
  return kind === 'bookmark' || kind === 'reading' || kind === 'collection' ? 1 : 3
}

/**
 * The index of the change that contains the mutation at `place`, where `sizes` are the numbers of mutations of each change.
 * Returns `sizes.length` if `place` is after the last mutation.
 */
function whichHas(place: number, sizes: readonly number[]): number {
  let end = 0
  const found = sizes.findIndex((size) => place < (end += size))
  return found < 0 && place >= end ? sizes.length : found
}

function mutationsOf(change: FeedChange, mushaf: MushafId): PushedMutation[] {
  return change.entity.kind === 'reading' ? readingMutations(change, mushaf) : [mutationOf(change, mushaf)]
}

function mutationOf(change: FeedChange, mushaf: MushafId): PushedMutation {
  const { entity, id, desired } = change
  const { created, updated } = clientTimes(change)
  const { kind, target } = entity
  switch (kind) {
    case 'member': {
      const resource = 'COLLECTION_BOOKMARK'
      const collectionId = idOfOwner(entity.owner, change.ownerId)
      const { bookmarkId } = change
      if (desired === null)
        return {
          type: 'DELETE',
          resource,
          data:
            bookmarkId === undefined
              ? { collectionId, ...verseOf(target!), mushaf }
              : { collectionId, bookmarkId },
        }
      return { type: 'CREATE', resource, data: { collectionId, ...verseOf(target!), mushaf, ...created } }
    }
    case 'bookmark':
      if (desired === null) return { type: 'DELETE', resource: 'BOOKMARK', resourceId: id! }
      return {
        type: 'CREATE',
        resource: 'BOOKMARK',
        data: { ...placeOf(target!), mushaf, isReading: false, ...created },
      }
    case 'collection': {
      const resource = 'COLLECTION'
      if (desired === null) return { type: 'DELETE', resource, resourceId: id! }
      const { name } = desired as { readonly name: string }
      const flags = { isDefault: false, isSystem: true }
      return id === undefined
        ? {
            type: 'CREATE',
            resource,
            data: { name, ...(colorOf({ owner: entity.key }) && flags), ...created },
          }
        : { type: 'UPDATE', resource, resourceId: id, data: { name, ...updated } }
    }
    case 'note': {
      const resource = 'NOTE'
      if (desired === null) return { type: 'DELETE', resource, resourceId: id! }
      const { body, ranges } = desired as NoteValue
      const note = { body, ranges: [...ranges] }
      return id === undefined
        ? { type: 'CREATE', resource, data: { ...note, ...created } }
        : { type: 'UPDATE', resource, resourceId: id, data: { ...note, ...updated } }
    }
    default: {
      const { chapter, verse } = desired as PlaceValue
      const resource = 'READING_SESSION'
      const data = { chapterNumber: chapter, verseNumber: verse }
      return id === undefined
        ? { type: 'CREATE', resource, data: { ...data, ...created } }
        : { type: 'UPDATE', resource, resourceId: id, data: { ...data, ...updated } }
    }
  }
}

/** The index of the refused mutation. The service names it in its message, and the client's own check in its details. */
function refusedAt(error: unknown): number | undefined {
  const { field, serviceMessage } = (isWaraqError(error) ? error.details : undefined) ?? {}
  const [, index] = /mutations(?:\[|\.)(\d{1,3})\b/.exec(`${String(field)} ${String(serviceMessage)}`) ?? []
  return index === undefined ? undefined : Number(index)
}
