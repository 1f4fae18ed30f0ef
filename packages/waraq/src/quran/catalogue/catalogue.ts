import {
  type CatalogueList,
  type CatalogueListItems,
  isWaraqError,
  type ResourceRef,
  WaraqError,
} from '@waraq/protocol'
import { ObservableValue, type Observable } from '../../client/observable.ts'
import { unlessAborted } from '../../client/waits.ts'
import type { Clock } from '../../client/clock.ts'
import { assemble } from './assemble.ts'
import type { CatalogueCache } from './cache.ts'
import type { CatalogueContent, ResourceDescription } from './content.ts'
import { describeResource } from './describe.ts'
import { listsKeptMs, type FetchedList } from './lists.ts'
import { SharedRun } from './shared-run.ts'

/** Display names of resources, their authors and languages, and of chapters. Kept on the device. */
export interface Catalogue {
  /**
   * Returns the catalogue on this device immediately. If the device has none, fetches it first. If a list is missing, broken or
   * three and a half days old, the first call also starts a fetch without waiting for it, unless a `refresh` was already tried.
   * A list that is seven days old is dropped. Failed fetches are listed in `problems`.
   * @throws {WaraqError} `catalogue_closed`
   */
  get(): Promise<CatalogueContent>
  /**
   * Returns the catalogue on this device, which may be empty. Makes no request. For a first paint with names.
   * @throws {WaraqError} `catalogue_closed`
   */
  stored(): Promise<CatalogueContent>
  /**
   * Fetches all lists again. With `olderThanMs`, fetches only if a list is missing or its copy is at least that old. If the
   * fetch of a list fails, its older copy stays, the error is listed in `problems`, and the call still resolves.
   * @throws {WaraqError} `catalogue_closed`, and the signal's reason
   */
  refresh(options?: RefreshOptions): Promise<void>
  /** The current catalogue, empty at first. Subscribing loads it as the first `get` does. */
  readonly live: Observable<CatalogueContent>
  /** Describes a resource from the current catalogue. The name of an unlisted resource is made of its group and id. */
  describe(ref: ResourceRef): ResourceDescription
  close(): void
}

export interface RefreshOptions {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds. */
  readonly olderThanMs?: number | undefined
}

export interface CatalogueDependencies {
  readonly language: string
  /** The lists to fetch. */
  readonly lists: readonly CatalogueList[]
  readonly cache: CatalogueCache
  readonly fetchList: (
    list: CatalogueList,
    language: string,
    signal: AbortSignal,
  ) => Promise<CatalogueListItems>
  readonly clock: Clock
}

function closedError(): WaraqError {
  return new WaraqError({ code: 'catalogue_closed', message: 'The catalogue was closed. Open a new one.' })
}

/** Error for an empty list. Such a response does not replace older names: names of removed resources do no harm. */
function emptyList(list: CatalogueList): WaraqError {
  return new WaraqError({
    code: 'empty_list',
    message: `The service lists no ${list} any more; the older names are kept. Try again later.`,
    retryable: true,
    details: { list },
  })
}

function asProblem(error: unknown): WaraqError {
  if (isWaraqError(error)) return error
  return new WaraqError({
    code: 'catalogue_failed',
    message: 'The list could not be fetched; the cause tells why. Try again.',
    retryable: true,
    cause: error,
  })
}

export class CachedCatalogue implements Catalogue {
  readonly #parts: CatalogueDependencies
  readonly #lists = new Map<CatalogueList, FetchedList>()
  readonly #problems = new Map<CatalogueList, WaraqError>()
  readonly #content: ObservableValue<CatalogueContent>
  readonly #fetching: SharedRun
  #loaded: Promise<void> | undefined
  #begun: Promise<void> | undefined
  #tried = false
  #closed = false
  readonly live: Observable<CatalogueContent>

  constructor(parts: CatalogueDependencies) {
    this.#parts = parts
    this.#content = new ObservableValue(this.#assembled())
    this.#fetching = new SharedRun((signal) => this.#fetchAll(signal))
    this.live = {
      get: this.#content.get,
      subscribe: (listener) => {
        this.#begin().catch(() => undefined)
        return this.#content.subscribe(listener)
      },
    }
  }

  async get(): Promise<CatalogueContent> {
    if (this.#closed) throw closedError()
    this.#dropOld()
    await this.#begin()
    return this.#content.get()
  }

  async stored(): Promise<CatalogueContent> {
    if (this.#closed) throw closedError()
    await this.#load()
    return this.#content.get()
  }

  async refresh({ signal, olderThanMs }: RefreshOptions = {}): Promise<void> {
    if (this.#closed) throw closedError()
    if (olderThanMs !== undefined) {
      await unlessAborted(this.#load(), signal)
      if (this.#areYoungerThan(olderThanMs)) return
    }
    await this.#fetching.join(signal)
  }

  describe(ref: ResourceRef): ResourceDescription {
    return describeResource(this.#content.get(), ref)
  }

  close(): void {
    this.#closed = true
    this.#fetching.abort(closedError())
    this.#parts.cache.close()
  }

  #begin(): Promise<void> {
    return (this.#begun ??= this.#loadOrFetch())
  }

  async #loadOrFetch(): Promise<void> {
    await this.#load()
    if (this.#tried || this.#areYoungerThan(listsKeptMs / 2)) return
    const fetched = this.refresh()
    if (!this.#parts.lists.some((list) => this.#lists.has(list))) return fetched
    fetched.catch(() => undefined)
  }

  /** Whether all wanted lists are present and younger than `ms` milliseconds. */
  #areYoungerThan(ms: number): boolean {
    const { clock, lists } = this.#parts
    const oldest = clock.now() - ms
    return lists.every((list) => (this.#lists.get(list)?.fetchedAt ?? -Infinity) > oldest)
  }

  /** Drops lists that became too old while the page was open. */
  #dropOld(): void {
    const oldest = this.#parts.clock.now() - listsKeptMs
    const old = [...this.#lists].filter(([, { fetchedAt }]) => fetchedAt < oldest)
    if (old.length === 0) return
    for (const [list] of old) this.#lists.delete(list)
    this.#tried = false
    this.#begun = undefined
    this.#publish()
  }

  #load(): Promise<void> {
    return (this.#loaded ??= this.#readCache())
  }

  async #readCache(): Promise<void> {
    const { cache, language } = this.#parts
    const stored = await cache.read(language)
    if (this.#closed) throw closedError()
    for (const [list, fetched] of stored) this.#lists.set(list, fetched)
    if (stored.size > 0) this.#publish()
  }

  async #fetchAll(signal: AbortSignal): Promise<void> {
    // Loads the stored lists first, so that an older copy never replaces a newer one.
    await this.#load()
    signal.throwIfAborted()
    const fetched = new Map<CatalogueList, FetchedList>()
    await Promise.all(this.#parts.lists.map((list) => this.#fetch(list, signal, fetched)))
    signal.throwIfAborted()
    this.#tried = true
    const { cache, language } = this.#parts
    await cache.write(language, fetched)
  }

  async #fetch(
    list: CatalogueList,
    signal: AbortSignal,
    all: Map<CatalogueList, FetchedList>,
  ): Promise<void> {
    const { clock, language, fetchList } = this.#parts
    try {
      const items = await fetchList(list, language, signal)
      if (signal.aborted) return
      if (items.length === 0 && this.#lists.has(list)) throw emptyList(list)
      const fetched = { items, fetchedAt: clock.now() }
      this.#lists.set(list, fetched)
      this.#problems.delete(list)
      all.set(list, fetched)
      this.#publish()
    } catch (error) {
      if (signal.aborted) return
      this.#problems.set(list, asProblem(error))
      this.#publish()
    }
  }

  #assembled(): CatalogueContent {
    return assemble(this.#parts.language, this.#lists, this.#problems)
  }

  #publish(): void {
    this.#content.set(this.#assembled())
  }
}
