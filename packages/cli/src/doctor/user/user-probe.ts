import {
  bookmarks,
  collections,
  notes,
  preferences,
  readingSessions,
  sync,
  userClientOf,
  type UserCallOptions,
} from 'waraq/client'
import { isJsonObject, WaraqError } from '@waraq/protocol'
import {
  favoritesCollectionId,
  syncLimits,
  type PullSyncResponse,
  type PushSyncBody,
  type PushSyncResponse,
  type SyncMutation,
} from '@waraq/protocol/user'
import type { ReportOptions } from '../make-report.ts'
import { once } from '../probe.ts'
import { connectionOf, type UserService } from './user-service.ts'

type Pulled = PullSyncResponse['data']

/** An account as read by checks. A response that several checks need is requested once, by the first of them. */
export interface UserProbe {
  head(): Promise<Pulled>
  /** The complete feed. */
  everything(): Promise<{
    readonly rows: readonly SyncMutation[]
    /** Number of rows that are not objects. */
    readonly strange: number
    readonly lastMutationAt: number
  }>
  /** The complete feed, in pages of this size. */
  pages(limit: number): Promise<readonly Pulled[]>
  since(time: number): Promise<Pulled>
  /**
   * Changes the account, based on the time of the last pull. Returns the data of `PushSyncResponse`. No
   * check of the doctor calls it.
   */
  push(mutations: PushSyncBody['mutations'], lastMutationAt: number): Promise<PushSyncResponse['data']>
  /** The lists of the operations, as ids of the service. */
  lists(): Promise<Readonly<Record<'favorites' | 'collections' | 'notes', readonly string[]>>>
  /** Responses that did not have their documented form. */
  unexpected(): readonly string[]
  /** Milliseconds by which the service's clock is ahead; undefined if the service has not sent its time. */
  offset(): number | undefined
  /** Current time by the service's clock, as far as it is known. */
  now(): number
}

/** More rows than any person has. */
const mostRows = 100_000

interface Parts extends Pick<ReportOptions, 'fetch' | 'clock' | 'random' | 'signal'> {
  readonly service: UserService
}

export function createUserProbe({ service, clock, ...options }: Parts): UserProbe {
  const odd = new Set<string>()
  let offset: number | undefined
  const client = userClientOf(
    {
      bookmarks: { list: bookmarks.list },
      collections: { list: collections.list, get: collections.get },
      notes: { list: notes.list },
      preferences: { get: preferences.get },
      readingSessions: { list: readingSessions.list },
      sync,
    },
    {
      ...options,
      clock,
      connection: connectionOf(service, clock),
      onUnexpected: ({ operation, issues }) => void odd.add(`${operation} ${issues[0] ?? ''}`.trim()),
    },
  )
  const call: UserCallOptions = {
    onAnswer: ({ serverTime }) => {
      if (serverTime !== null) offset = serverTime - clock.now()
    },
  }

  async function pages(limit: number): Promise<Pulled[]> {
    const read: Pulled[] = []
    let rows = 0
    for (let page = 1; ; page++) {
      const { data } = await client.sync.pull({ mutationsSince: 0, limit, page }, call)
      read.push(data)
      rows += data.mutations?.length ?? 0
      if (!data.hasMore || !data.mutations?.length) return read
      if (rows > mostRows)
        throw new WaraqError({
          code: 'endless_list',
          message: `The feed tells more than ${mostRows} states, and no end of them.`,
          retryable: true,
        })
    }
  }

  return {
    head: once(async () => (await client.sync.pull({ mutationsSince: 0, metadataOnly: true }, call)).data),
    everything: once(async () => {
      const read = await pages(syncLimits.rows)
      const reported: readonly unknown[] = read.flatMap(({ mutations = [] }) => mutations)
      const rows = reported.filter(isJsonObject) as unknown as SyncMutation[]
      return { rows, strange: reported.length - rows.length, lastMutationAt: read.at(-1)!.lastMutationAt }
    }),
    pages,
    push: async (mutations, lastMutationAt) =>
      (await client.sync.push({ mutations }, { lastMutationAt }, call)).data,
    since: async (mutationsSince) => (await client.sync.pull({ mutationsSince }, call)).data,
    lists: once(async () => {
      await client.bookmarks.list({ type: 'page', mushafId: 1, first: 20 }, call)
      await client.preferences.get(call)
      await client.readingSessions.list({ first: 1 }, call)
      const own = await idsOf(client.collections.list.each({ first: 20 }, call))
      return {
        favorites: await idsOf(client.collections.get.each(favoritesCollectionId, { first: 20 }, call)),
        collections: own,
        notes: await idsOf(client.notes.list.each({ limit: 50 }, call)),
      }
    }),
    unexpected: () => [...odd],
    offset: () => offset,
    now: () => clock.now() + (offset ?? 0),
  }
}

/** The ids of items that the person created. */
async function idsOf(
  items: AsyncIterable<{ readonly id: string; readonly isDefault?: unknown; readonly isSystem?: unknown }>,
): Promise<string[]> {
  const ids: string[] = []
  for await (const { id, isDefault, isSystem } of items) if (!isDefault && !isSystem) ids.push(id)
  return ids
}
