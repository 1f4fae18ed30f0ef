import type { JsonObject, Mutation, SyncPage } from '@waraq/protocol'
import type { ClientUnderTest, OpenClient } from './adapter.ts'

/** The mistakes of the guide, by the names of the scripts. */
export const mistakes = [
  'token_by_itself',
  'page_by_page',
  'snapshot_as_it_comes',
  'old_rows_first',
  'token_outlives_filter',
  'two_tabs',
  'every_error_again',
  'withdrawn_stays',
] as const
export type Mistake = (typeof mistakes)[number]

/** Other forms of them, and what is wrong without being one of them. */
export type Habit =
  | Mistake
  | 'token_just_before'
  | 'stores_what_came'
  | 'clears_on_410'
  | 'keeps_its_first_filter'
  | 'leaves_a_flag'
  | `again_${401 | 403 | 422 | 503}`
  | 'gives_up'
  | 'believes_lists'
  | 'forgets_lists'
  | 'stops_after_the_first'
  | 'stores_by_itself'

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error!)
  })

const complete = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('aborted'))
  })

function openDatabase(name: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('rows')
    opening.result.createObjectStore('tokens')
  }
  return done(opening)
}

interface Batch {
  readonly bound: number
  readonly token: string
  readonly mutations: readonly Mutation[]
  readonly isBootstrap: boolean
}

interface Snapshot {
  readonly sync_sequence: number
  readonly records: readonly JsonObject[]
}

class Refused extends Error {
  readonly status: number
  constructor(path: string, status: number) {
    super(`${path}: ${status}`)
    this.status = status
  }
}

const nameOf = (change: Mutation) => `${change.resource_group}:${change.resource_id}`
const rangeOf = (resource: string) => IDBKeyRange.bound([resource], [resource, []])
const resourcesOf = (filter: string) => {
  const [group, ids = ''] = filter.split(':')
  return ids.split(',').map((id) => `${group}:${id}`)
}

/**
 * A client as people write one: IndexedDB, a token for each filter, one transaction for rows and token. With a habit it does one
 * thing as such clients often do.
 */
export const handWritten =
  (habit?: Habit): OpenClient =>
  async ({ contentRoot, fetch, accessToken, filter: given, storage }): Promise<ClientUnderTest> => {
    const database = await openDatabase(
      habit === 'stores_by_itself' ? `${storage}-${Math.random()}` : storage,
    )
    let access = await accessToken()
    let hasFailed = false
    const inStore = <T>(name: string) =>
      done<T | undefined>(database.transaction('tokens').objectStore('tokens').get(name))
    let filter = given
    if (habit === 'keeps_its_first_filter') {
      filter = (await inStore<string>('filter')) ?? given
      await inOneTransaction('tokens', (tokens) => tokens.put(filter, 'filter'))
    }

    const tokenName = habit === 'token_outlives_filter' ? 'token' : filter

    async function ask<T>(path: string): Promise<T> {
      for (let attempt = 1; ; attempt++) {
        const headers = { 'x-auth-token': access.token, 'x-client-id': access.clientId }
        const answer = await fetch(contentRoot + path, { headers })
        if (answer.ok) return (await answer.json()) as T
        if (answer.status === 401 && attempt === 1) access = await accessToken()
        else {
          const isAgain = habit === 'every_error_again' || habit === `again_${answer.status}`
          if (!isAgain || attempt === 5) throw new Refused(path, answer.status)
        }
      }
    }

    async function readSet(token: string | undefined): Promise<Batch> {
      const start = token === undefined ? { bootstrap: 'true' } : { sync_token: token }
      let path = `/api/v4/resources/sync?${new URLSearchParams({ resources: filter, ...start })}`
      const mutations: Mutation[] = []
      for (;;) {
        const { sync } = await ask<{ sync: SyncPage }>(path).catch(async (error: unknown) => {
          if (habit === 'stores_what_came') await storeRows(mutations)
          throw error
        })
        mutations.push(...sync.mutations)
        if (habit === 'page_by_page') await storeRows(sync.mutations)
        const { sync_until_sequence: bound, next_page_url: next, next_sync_token: last } = sync
        if (!sync.has_more) return { bound, token: last!, mutations, isBootstrap: token === undefined }
        path = next!
      }
    }

    /** Undefined where the service has it no longer. A replica that lags is asked twice more. */
    async function snapshotOf(resource: string, bound: number): Promise<Snapshot | undefined> {
      for (let attempt = 1; ; attempt++) {
        try {
          const snapshot = await ask<Snapshot>(`/api/v4/resources/snapshots/${resource.replace(':', '/')}`)
          if (snapshot.sync_sequence >= bound || habit === 'snapshot_as_it_comes') return snapshot
        } catch (error) {
          if (error instanceof Refused && error.status === 404) return undefined
          throw error
        }
        if (attempt === 3) throw new Error(`The snapshot of ${resource} is older than the feed.`)
      }
    }

    function applyRows(transaction: IDBTransaction, mutations: readonly Mutation[]): void {
      const rows = transaction.objectStore('rows')
      for (const change of mutations) {
        const key = [nameOf(change), change.record_type, change.record_key] as string[]
        if (change.type === 'ROW_CREATE' || change.type === 'ROW_UPDATE') rows.put(change.data, key)
        if (change.type === 'ROW_DELETE' && habit !== 'withdrawn_stays') rows.delete(key)
      }
    }

    async function storeRows(mutations: readonly Mutation[]): Promise<void> {
      const transaction = database.transaction('rows', 'readwrite')
      applyRows(transaction, mutations)
      await complete(transaction)
    }

    async function inOneTransaction(store: 'rows' | 'tokens', work: (store: IDBObjectStore) => unknown) {
      const transaction = database.transaction(store, 'readwrite')
      work(transaction.objectStore(store))
      await complete(transaction)
    }

    /** Which resources are fetched anew, and which are gone. What a list leaves out is asked for by itself. */
    function fatesOf({ mutations, isBootstrap }: Batch): Map<string, 'fetch' | 'remove'> {
      const fates = new Map<string, 'fetch' | 'remove'>()
      const isForgotten = habit === 'withdrawn_stays' || habit === 'forgets_lists'
      if (isBootstrap && !isForgotten)
        for (const resource of resourcesOf(filter))
          fates.set(resource, habit === 'believes_lists' ? 'remove' : 'fetch')
      for (const change of mutations) {
        if (change.snapshot_url) fates.set(nameOf(change), 'fetch')
        if (change.type === 'RESOURCE_DELETE' && habit !== 'withdrawn_stays')
          fates.set(nameOf(change), 'remove')
      }
      return fates
    }

    async function readWhatIsNew(token: string | undefined): Promise<Batch> {
      try {
        return await readSet(token)
      } catch (error) {
        const begin = habit === 'token_outlives_filter' ? [410, 422] : [410]
        const isOver = error instanceof Refused && begin.includes(error.status)
        if (token === undefined || !isOver) throw error
        if (habit === 'clears_on_410') await inOneTransaction('rows', (rows) => rows.clear())
        return readSet(undefined)
      }
    }

    async function sync(): Promise<void> {
      let known = await inStore<string>(tokenName)
      if (known !== undefined && habit === 'stops_after_the_first') return
      const set = await readWhatIsNew(known)
      if (habit === 'token_by_itself') {
        await inOneTransaction('tokens', (tokens) => tokens.put(set.token, tokenName))
        known = set.token
      }
      const fetched = new Map<string, readonly JsonObject[]>()
      for (const [resource, fate] of fatesOf(set)) {
        if (habit === 'old_rows_first')
          await inOneTransaction('rows', (rows) => rows.delete(rangeOf(resource)))
        const snapshot = fate === 'fetch' ? await snapshotOf(resource, set.bound) : undefined
        fetched.set(resource, snapshot?.records ?? [])
      }
      if (habit === 'token_just_before') {
        await inOneTransaction('tokens', (tokens) => tokens.put(set.token, tokenName))
        known = set.token
      }
      const transaction = database.transaction(['rows', 'tokens'], 'readwrite')
      const committed = complete(transaction)
      const tokens = transaction.objectStore('tokens')
      const isOvertaken = (await done<string | undefined>(tokens.get(tokenName))) !== known
      if (isOvertaken && habit !== 'two_tabs') return committed
      const rows = transaction.objectStore('rows')
      for (const [resource, records] of fetched) {
        rows.delete(rangeOf(resource))
        for (const row of records) rows.put(row, [resource, 'translation', String(row['id'])])
      }
      applyRows(
        transaction,
        set.mutations.filter((change) => !fetched.has(nameOf(change))),
      )
      tokens.put(set.token, tokenName)
      return committed
    }

    return {
      async sync() {
        if (habit === 'gives_up' && hasFailed) return
        if (habit === 'leaves_a_flag') {
          if ((await inStore('flag')) !== undefined) return
          await inOneTransaction('tokens', (tokens) => tokens.put(true, 'flag'))
        }
        try {
          await sync()
        } catch (error) {
          hasFailed = true
          throw error
        } finally {
          if (habit === 'leaves_a_flag') await inOneTransaction('tokens', (tokens) => tokens.delete('flag'))
        }
      },
      rows: (resource) => done(database.transaction('rows').objectStore('rows').getAll(rangeOf(resource))),
      close: async () => database.close(),
    }
  }
