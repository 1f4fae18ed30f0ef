import { isWaraqError } from '@waraq/protocol'
import {
  favoritesCollectionId,
  highlightColorOf,
  SyncBookmark,
  SyncCollection,
  SyncMembership,
  SyncMutation,
  SyncNote,
  SyncReadingBookmark,
  SyncReadingSession,
} from '@waraq/protocol/user'
import type { Check } from '../checks/check.ts'
import { differs, untested, ok } from '../report.ts'
import type { UserProbe } from './user-probe.ts'

/** A check that changes nothing in the account. */
export type UserCheck = Check<UserProbe>

const operations: UserCheck = {
  name: 'operations',
  assumes: 'The lists of an account are answered in their documented form.',
  runsAnyway: true,
  run: async ({ lists, unexpected }) => {
    await lists()
    const odd = unexpected()
    if (odd.length === 0) return ok('The five lists came in their documented form.')
    return differs(
      `Not of its documented form: ${odd.slice(0, 3).join('; ')}.`,
      'What does not fit is passed on as it came, and may not be shown.',
    )
  },
}

const transport: UserCheck = {
  name: 'transport',
  assumes: 'An account has the feed where its token has the scope sync, and else the operations.',
  runsAnyway: true,
  run: async ({ head }) => {
    try {
      await head()
      return ok("The feed: this account has it, so that `transport: 'auto'` takes it.")
    } catch (error) {
      if (!isWaraqError(error) || error.retryable) throw error
      if (['insufficient_scope', 'not_found', 'forbidden'].includes(error.code))
        return ok(`The operations: the feed is refused with ${error.status} (${error.code}).`)
      return differs(
        `The feed is refused with ${error.status} (${error.code}).`,
        'The operations are the transport for as long as the page is open; each page asks for the feed once.',
      )
    }
  },
}

const head: UserCheck = {
  name: 'feed_head',
  assumes:
    'metadataOnly answers lastMutationAt alone, in milliseconds by the service’s clock; 0 or -1 of a new account.',
  run: async ({ head, now }) => {
    const { lastMutationAt, mutations } = await head()
    const hasRows = mutations !== undefined && mutations.length > 0
    if (hasRows) return differs('It answers rows as well.', 'Each look costs what a pull costs.')
    // Both values occur for an account in which nothing was changed. A push sends the value back unchanged.
    if (lastMutationAt === 0 || lastMutationAt === -1)
      return ok(`It is ${lastMutationAt}: nothing was ever changed.`)
    if (!Number.isSafeInteger(lastMutationAt) || lastMutationAt < 0)
      return differs(
        'lastMutationAt is no such time.',
        'The feed is not used: the operations are the transport.',
      )
    const isLater = lastMutationAt > now() + 60_000
    return isLater
      ? differs(
          'lastMutationAt is after now.',
          'Places and names are compared with times that have not come.',
        )
      : ok('It came alone.')
  },
}

const shapes: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> = {
  BOOKMARK: SyncBookmark,
  COLLECTION: SyncCollection,
  COLLECTION_BOOKMARK: SyncMembership,
  NOTE: SyncNote,
  READING_SESSION: SyncReadingSession,
  READING_BOOKMARK: SyncReadingBookmark,
}

const rows: UserCheck = {
  name: 'feed_rows',
  assumes: 'Each row of the six resources has its documented form, and deletions tell which entity it was.',
  run: async ({ everything }) => {
    const { rows, strange } = await everything()
    if (rows.length + strange === 0) return untested('The feed of this account is empty.')
    const unknown = new Set<string>()
    const odd = rows.filter((row) => {
      const parsed = SyncMutation.safeParse(row)
      if (!parsed.success) return true
      const { type, resource, resourceId, data } = parsed.data
      const shape = shapes[resource]
      if (!shape) unknown.add(resource)
      if (!shape) return false
      const isNamed = type === 'DELETE' && resourceId !== undefined
      if (resource === 'COLLECTION_BOOKMARK') return !isNamed && !shape.safeParse(data).success
      return resourceId === undefined || (type !== 'DELETE' && !shape.safeParse(data).success)
    })
    if (odd.length + strange > 0)
      return differs(
        `${odd.length + strange} of ${rows.length + strange} rows have another form.`,
        'These rows are left out, and named as a problem.',
      )
    const ignored = unknown.size === 0 ? '' : ` Ignored: ${[...unknown].slice(0, 5).join(', ')}.`
    return ok(`${rows.length} rows came in their form.${ignored}`)
  },
}

const keyOf = ({ resource, resourceId, data }: SyncMutation) =>
  resource === 'COLLECTION_BOOKMARK' && data
    ? `${resource} ${String(data['collectionId'])}-${bookmarkIdOf({ resourceId, data })}`
    : `${resource} ${resourceId}`

const states: UserCheck = {
  name: 'feed_states',
  assumes: 'The feed has one row for each entity, its latest state, and none after lastMutationAt.',
  run: async ({ everything }) => {
    const { rows, lastMutationAt } = await everything()
    if (rows.length === 0) return untested('The feed of this account is empty.')
    if (rows.some(({ timestamp }) => timestamp > lastMutationAt))
      return differs('A row is of a later time than lastMutationAt.', 'It is taken to be of that time.')
    const twice = rows.length - new Set(rows.map(keyOf)).size
    return twice === 0
      ? ok(`${rows.length} entities, each once.`)
      : differs(`${twice} rows tell of an entity again.`, 'The row with the later time counts.')
  },
}

const pages: UserCheck = {
  name: 'feed_pages',
  assumes:
    'All pages of a pull have the same lastMutationAt and total, and together the rows of one large page.',
  run: async ({ everything, pages: read }) => {
    const { rows } = await everything()
    if (rows.length < 2) return untested('There are too few rows for two pages.')
    const each = await read(Math.ceil(rows.length / 2))
    if (new Set(each.map(({ lastMutationAt, total }) => `${lastMutationAt} ${total}`)).size > 1)
      return differs('They have not.', 'Each pull begins again twice, and no push can follow it.')
    const keys = each.flatMap(({ mutations = [] }) => mutations.map(keyOf))
    return keys.length === rows.length && keys.every((key, index) => key === keyOf(rows[index]!))
      ? ok(`${each.length} pages have the rows of one.`)
      : differs(
          'Their rows are others, or in another order.',
          'Rows may be missing until the next month’s pull.',
        )
  },
}

const cursor: UserCheck = {
  name: 'feed_cursor',
  assumes: 'A pull since lastMutationAt tells nothing, or what changed at that very time.',
  run: async ({ everything, since }) => {
    const { lastMutationAt } = await everything()
    const { mutations = [] } = await since(lastMutationAt)
    if (mutations.length === 0) return ok('It tells nothing.')
    return mutations.every(({ timestamp }) => timestamp === lastMutationAt)
      ? ok('It tells what changed at that very time, which changes nothing.')
      : differs('It tells earlier rows.', 'Each pull reads more than it has to.')
  },
}

const favorites: UserCheck = {
  name: 'feed_favorites',
  assumes:
    'Favorites are told by isInDefaultCollection of bookmarks, or as members of a collection with isDefault.',
  run: async ({ everything }) => {
    const { rows } = await everything()
    const there = rows.filter(({ type }) => type !== 'DELETE')
    const bookmarks = there.filter(({ resource }) => resource === 'BOOKMARK')
    const isCollection = there.some(
      ({ resource, data }) => resource === 'COLLECTION' && data?.['isDefault'] === true,
    )
    const isFlag = bookmarks.some(({ data }) => typeof data?.['isInDefaultCollection'] === 'boolean')
    if (isFlag) return ok('By isInDefaultCollection of bookmarks.')
    if (isCollection) return ok('As members of a collection with isDefault.')
    return bookmarks.length === 0
      ? untested('The account has no bookmark.')
      : differs('Neither is told.', 'Favorites of other devices are not shown.')
  },
}

/** The bookmark id of a membership. It has one of two field names, or is the end of the membership's id. */
function bookmarkIdOf({ resourceId = '', data }: Pick<SyncMutation, 'resourceId' | 'data'>): string {
  const { collectionId, bookmarkId, bookmark_id: other } = data ?? {}
  return String(bookmarkId ?? other ?? resourceId.slice(String(collectionId).length + 1))
}

const isColor = (word: unknown) => highlightColorOf(String(word)) !== undefined

const members: UserCheck = {
  name: 'feed_members',
  assumes: 'The place of a member is told by its own row or by that of its bookmark.',
  run: async ({ everything }) => {
    const { rows } = await everything()
    const known = new Set(
      rows.filter(({ resource }) => resource === 'BOOKMARK').map((each) => each.resourceId),
    )
    const memberships = rows.filter(
      ({ type, resource }) => type !== 'DELETE' && resource === 'COLLECTION_BOOKMARK',
    )
    if (memberships.length === 0) return untested('No collection of the account has a member.')
    const lost = memberships.filter(
      (each) => each.data?.['key'] === undefined && !known.has(bookmarkIdOf(each)),
    )
    if (lost.length > 0)
      return differs(`Of ${lost.length} neither tells it.`, 'They are not shown in their collections.')
    // The collection of highlights has a colour as its name, or as its id in an earlier form.
    const colors = rows.filter(({ data }) => data?.['isSystem'] === true && isColor(data['name']))
    const named = new Set(colors.map(({ resourceId }) => resourceId))
    const collectionIds = memberships.map(({ data }) => data?.['collectionId'])
    const byId = collectionIds.filter(isColor).length
    const byName = collectionIds.filter((id) => !isColor(id) && named.has(id as string)).length
    return ok(
      `Of all ${memberships.length}; highlights by the names of collections: ${byName}, by their ids: ${byId}.`,
    )
  },
}

const reading: UserCheck = {
  name: 'feed_reading',
  assumes:
    'Where a person reads is told in slots, as READING_BOOKMARK, by isReading of bookmarks, or by both.',
  run: async ({ everything }) => {
    const { rows } = await everything()
    const there = rows.filter(({ type }) => type !== 'DELETE')
    const slots = rows.filter(({ resource }) => resource === 'READING_BOOKMARK').length
    const bookmarks = there.filter(({ resource }) => resource === 'BOOKMARK')
    const flags = bookmarks.filter(({ data }) => typeof data?.['isReading'] === 'boolean').length
    if (slots > 0 && flags > 0)
      return ok(`By both: rows of slots: ${slots}, bookmarks with isReading: ${flags}.`)
    if (slots > 0) return ok(`In slots: ${slots}.`)
    if (flags > 0) return ok(`By isReading of bookmarks: ${flags}; slots were not seen.`)
    return bookmarks.length === 0
      ? untested('The account has neither a bookmark nor a slot.')
      : differs(
          'No bookmark has isReading, and no slot was seen.',
          'Reading bookmarks are sent in slots, and held where these are refused.',
        )
  },
}

const clientTimes: UserCheck = {
  name: 'feed_client_times',
  assumes: 'clientCreatedAt of what a client made comes back, by which it recognises it after a lost answer.',
  run: async ({ everything }) => {
    const { rows } = await everything()
    const count = rows.filter(({ data }) => typeof data?.['clientCreatedAt'] === 'string').length
    return count > 0
      ? ok(`${count} of ${rows.length} rows have it.`)
      : untested('No row has it; without it what was made is recognised by its content.')
  },
}

const agreement: UserCheck = {
  name: 'feed_agreement',
  assumes: 'The feed and the operations tell of the same favorites, collections and notes.',
  run: async ({ everything, lists }) => {
    const [{ rows }, listed] = [await everything(), await lists()]
    const there = rows.filter(({ type }) => type !== 'DELETE')
    const defaults = new Set([
      favoritesCollectionId,
      ...there
        .filter(({ resource, data }) => resource === 'COLLECTION' && data?.['isDefault'] === true)
        .map(({ resourceId }) => resourceId),
    ])
    const favorites = new Set(
      there.flatMap(({ resource, resourceId, data }) =>
        resource === 'BOOKMARK' && data?.['isInDefaultCollection'] === true
          ? [resourceId]
          : resource === 'COLLECTION_BOOKMARK' && defaults.has(data?.['collectionId'] as string)
            ? [bookmarkIdOf({ resourceId, data })]
            : [],
      ),
    )
    const idsOf = (of: string) =>
      there
        .filter(({ resource, data }) => resource === of && !data?.['isDefault'] && !data?.['isSystem'])
        .map(({ resourceId }) => resourceId)
    const pairs = [
      ['favorites', [...favorites], listed.favorites],
      ['collections', idsOf('COLLECTION'), listed.collections],
      ['notes', idsOf('NOTE'), listed.notes],
    ] as const
    const odd = pairs.filter(
      ([, fed, ids]) => fed.length !== ids.length || !ids.every((id) => fed.includes(id)),
    )
    return odd.length === 0
      ? ok(pairs.map(([what, , ids]) => `${ids.length} ${what}`).join(', ') + ' by both.')
      : differs(
          `They differ: ${odd.map(([what, fed, ids]) => `${ids.length} ${what} by the operations, ${fed.length} by the feed`).join('; ')}.`,
          'An account shows one or the other by its transport; a change between the two pulls looks alike.',
        )
  },
}

const clock: UserCheck = {
  name: 'clock',
  assumes: 'The service says its time, which this device’s clock is corrected by.',
  runsAnyway: true,
  run: async ({ lists, offset }) => {
    await lists()
    const ahead = offset()
    if (ahead === undefined)
      return differs(
        'No answer says the time.',
        'Whose change is later is decided by the device’s own clock.',
      )
    return ok(
      Math.abs(ahead) < 60_000
        ? 'The two clocks are less than a minute apart.'
        : `The service is ${Math.round(ahead / 60_000)} minutes ahead; acts are dated by its clock.`,
    )
  },
}

/** In the order in which they are checked and shown. */
export const userChecks: readonly UserCheck[] = [
  operations,
  transport,
  head,
  rows,
  states,
  pages,
  cursor,
  favorites,
  members,
  reading,
  clientTimes,
  agreement,
  clock,
]
