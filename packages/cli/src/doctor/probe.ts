import type { Connection, Watched } from '../service/connection.ts'
import { readBatch, type Batch } from '../service/page-set.ts'
import type { Service } from '../service/service.ts'
import { formatFilter, resourceKey, Snapshot, WaraqError, type ResourceRef } from '@waraq/protocol'

/** The response for a group: its first resource, none, or a refusal. */
export type GroupAnswer = { readonly group: string } & (
  | { readonly first: ResourceRef | undefined; readonly refusal?: undefined }
  | { readonly refusal: WaraqError; readonly first?: undefined }
)

/** A small resource, bootstrapped separately. */
export interface SmallResource {
  readonly ref: ResourceRef
  readonly filter: string
  readonly set: Batch
  readonly snapshot: Snapshot
  /** Decompressed length of the snapshot's body, in bytes. */
  readonly bytes: number
  readonly exchanges: Watched<unknown>['exchanges']
}

/** Requests that the service must refuse, each in its own way. */
export type Refused = 'token' | 'group' | 'start' | 'snapshot'

/** The service as used by checks. A response that several checks need is requested once, by the first of them. */
export interface Probe {
  readonly connection: Connection
  readonly origin: string
  /** Milliseconds to watch the feed for row changes. */
  readonly watchMs: number
  readonly bring: NonNullable<Service['bring']>
  /** The response for each group, requested separately. */
  groups(): Promise<readonly GroupAnswer[]>
  /** All groups that the service serves, in one canonical filter, read completely. */
  everything(): Promise<{ readonly filter: string; readonly set: Batch }>
  /** @throws {WaraqError} `nothing_to_sync` if no group has a resource */
  small(): Promise<SmallResource>
  refused(what: Refused): Promise<Watched<unknown>>
  /** `everything()` in at least four pages, if there are enough resources. */
  inSmallPages(): Promise<{ readonly perPage: number; readonly set: Batch }>
  /** The snapshot of each group's first resource. */
  snapshots(): Promise<readonly FirstSnapshot[]>
}

/** The snapshot of a group's first resource, with the headers of its response. */
export interface FirstSnapshot {
  readonly ref: ResourceRef
  readonly snapshot: Snapshot
  readonly headers: Headers
}

/** A mushaf has 84,000 rows, a chapter recitation 114. Unnamed groups come last. */
export const smallestFirst: readonly string[] = [
  'chapter_recitations',
  'articles',
  'recitations',
  'translations',
  'tafsirs',
]

const place = (group: string) => (smallestFirst.includes(group) ? smallestFirst.indexOf(group) : 99)

/** An id that no resource has: the largest usual integer of databases. */
const missingId = 2_147_483_647

export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => (result ??= work())
}

export function readyGroups(answers: readonly GroupAnswer[]): ResourceRef[] {
  return answers.flatMap(({ first }) => (first ? [first] : []))
}

export interface ProbeOptions {
  readonly connection: Connection
  readonly origin: string
  readonly groups: readonly string[]
  readonly watchMs?: number | undefined
  readonly bring?: Service['bring']
}

export function createProbe(options: ProbeOptions): Probe {
  const { connection, origin, watchMs = 0, bring = async () => false } = options
  const { client, stranger, watch } = connection

  async function askGroup(group: string): Promise<GroupAnswer> {
    const { value, error } = await watch(() =>
      client.sync({ filter: `${group}:*`, bootstrap: true, perPage: 1 }),
    )
    if (error?.retryable) throw error
    if (error) return { group, refusal: error }
    const [change] = value!.page.mutations.filter(({ resource_group }) => resource_group === group)
    return { group, first: change && { group, id: change.resource_id } }
  }

  const groups = once(async () => {
    const answers: GroupAnswer[] = []
    for (const group of options.groups) answers.push(await askGroup(group))
    return answers
  })

  const everything = once(async () => {
    const ready = readyGroups(await groups())
    if (ready.length === 0) throw nothingToSync()
    const names = ready.map(({ group }) => group).sort()
    const filter = formatFilter({ groups: names.map((group) => ({ group, ids: '*' })) })
    return { filter, set: await readBatch(client, { filter, bootstrap: true, perPage: 100 }) }
  })

  const small = once(async () => {
    const [ref] = readyGroups(await groups()).sort((one, other) => place(one.group) - place(other.group))
    if (!ref) throw nothingToSync()
    const filter = resourceKey(ref)
    const set = await readBatch(client, { filter, bootstrap: true })
    const url = set.mutations.find((change) => change.snapshot_url)?.snapshot_url
    const { value, error, exchanges } = await watch(() =>
      client.snapshot(url ?? ref, async (download) => {
        const text = await download.text()
        return { snapshot: readSnapshot(text, filter), bytes: Buffer.byteLength(text) }
      }),
    )
    if (error) throw error
    return { ref, filter, set, ...value, exchanges }
  })

  const inSmallPages = once(async () => {
    const { filter, set } = await everything()
    const perPage = Math.max(1, Math.min(100, Math.floor(set.mutations.length / 4)))
    return { perPage, set: await readBatch(client, { filter, bootstrap: true, perPage }) }
  })

  const snapshots = once(async () => {
    const first: FirstSnapshot[] = []
    for (const ref of readyGroups(await groups())) {
      const { value, error, exchanges } = await watch(() =>
        client.snapshot(ref, (download) => download.text()),
      )
      if (error) throw error
      const snapshot = readSnapshot(value, resourceKey(ref))
      first.push({ ref, snapshot, headers: exchanges.at(-1)!.headers })
    }
    return first
  })

  const requests: Record<Refused, () => Promise<unknown>> = {
    token: () => stranger.sync({ filter: 'translations:*', bootstrap: true, perPage: 1 }),
    group: () => client.sync({ filter: 'waraq_no_group:*', bootstrap: true, perPage: 1 }),
    // Sends neither bootstrap nor token nor cursor. The client's own method would always send one of them.
    start: () => client.syncPage('/api/v4/resources/sync?resources=translations%3A%2A'),
    snapshot: () => client.snapshot({ group: 'translations', id: missingId }, (download) => download.text()),
  }
  const refusals = new Map<Refused, Promise<Watched<unknown>>>()

  return {
    connection,
    origin,
    watchMs,
    bring,
    groups,
    everything,
    small,
    inSmallPages,
    snapshots,
    refused: (what) => {
      const known = refusals.get(what) ?? watch(requests[what])
      refusals.set(what, known)
      return known
    },
  }
}

function nothingToSync(): WaraqError {
  const message = 'No group has a resource that this client may sync. See the check of groups.'
  return new WaraqError({ code: 'nothing_to_sync', message })
}

/** @throws {WaraqError} `invalid_response` */
function readSnapshot(text: string, filter: string): Snapshot {
  const snapshot = Snapshot.safeParse(parsed(text))
  if (snapshot.success) return snapshot.data
  const message = `The snapshot of ${filter} has not the shape of a snapshot. The engine refuses it.`
  throw new WaraqError({ code: 'invalid_response', message, retryable: false })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
