import type { Clock } from '../../client/clock.ts'
import { isAbort, type WaraqError } from '@waraq/protocol'
import { favoritesKey } from '../model/entity.ts'
import { storageError } from '../store/storage-error.ts'
import type { UserDatabase } from '../store/database.ts'
import { listedAt, storeListing } from '../store/listings.ts'
import type { ListName } from '../model/listing.ts'
import type { UserTransport } from '../transports/transport.ts'
import type { FeedRefresh } from './feed-refresh.ts'
import { unreadableRows } from './unreadable.ts'

/** Milliseconds after which data on the screen is read again. */
export const freshMs = 5 * 60_000

export interface RefreshOptions {
  readonly db: UserDatabase
  readonly transport: UserTransport
  /** Replaces the lists for data that the feed reports. */
  readonly fed: FeedRefresh
  readonly clock: Clock
  readonly isReady: () => boolean
  readonly onProblem: (problem: WaraqError | undefined) => void
}

/** Reads the service's state, one list at a time. */
export class Refresh {
  readonly #options: RefreshOptions
  readonly #closed = new AbortController()
  readonly #asked = new Set<ListName>()
  #reading: Promise<void> | undefined

  constructor(options: RefreshOptions) {
    this.#options = options
  }

  /** Reads the lists that were not read for `freshMs`. */
  async ask(names: readonly ListName[]): Promise<void> {
    const { db, clock, isReady, fed } = this.#options
    if (this.#closed.signal.aborted || !isReady()) return
    const isFed = await fed.check()
    for (const name of names) {
      if (isFed?.(name)) continue
      const at = await listedAt(db, name)
      const age = at === undefined ? Infinity : clock.now() - at
      if (age >= freshMs || age < 0) this.#asked.add(name)
    }
    await this.#readAsked()
  }

  /** Reads these lists regardless of their age. Resolves once they are stored, or a problem is reported. */
  async now(names: readonly ListName[]): Promise<void> {
    const isFed = await this.#options.fed.now(names)
    for (const name of names) if (!isFed?.(name)) this.#asked.add(name)
    await this.#readAsked()
  }

  close(): void {
    this.#closed.abort('closed')
    this.#options.fed.close()
  }

  /** Each caller waits until all requested lists are read, even if another caller started the reading. */
  async #readAsked(): Promise<void> {
    do {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined))
      await this.#reading
    } while (this.#asked.size > 0 && this.#options.isReady() && !this.#closed.signal.aborted)
  }

  async #read(): Promise<void> {
    const { db, onProblem, isReady } = this.#options
    try {
      for (const name of this.#asked) {
        if (this.#closed.signal.aborted || !isReady()) return
        this.#asked.delete(name)
        await this.#list(name)
      }
      onProblem(await unreadableRows(db))
    } catch (error) {
      this.#asked.clear()
      if (!this.#closed.signal.aborted && !isAbort(error)) onProblem(storageError(error))
    }
  }

  async #list(name: ListName): Promise<void> {
    const { db, transport, clock } = this.#options
    const owner = name.startsWith('members|') ? name.slice('members|'.length) : undefined
    const row = owner === undefined ? undefined : await db.rows.get(owner)
    if (owner !== undefined && owner !== favoritesKey && row?.id === undefined) return
    const before = name === 'collections' ? await this.#states() : undefined
    // If something is missing for the first time, the list is immediately read once more, because a list may shift between its
    // pages.
    for (const listsAgain of [true, false]) {
      const { tick: began } = await db.clock()
      const listing = await transport.list(name, row?.id, { signal: this.#closed.signal })
      if (!(await storeListing(db, listing, { name, began, at: clock.now(), listsAgain }))) break
    }
    if (before) await this.#askChanged(before)
  }

  /** The time and count that each collection reports of its contents. */
  async #states(): Promise<Map<string, string | undefined>> {
    const rows = await this.#options.db.rows.where('kind').equals('collection').toArray()
    return new Map(rows.map(({ key, state }) => [key, state]))
  }

  async #askChanged(before: ReadonlyMap<string, string | undefined>): Promise<void> {
    for (const [key, state] of await this.#states())
      if (before.get(key) !== state) this.#asked.add(`members|${key}`)
  }
}
