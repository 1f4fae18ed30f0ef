import { ObservableValue } from '../client/observable.ts'
import { unlessAborted } from '../client/waits.ts'
import { resourceKey, type ResourceRef } from '@waraq/protocol'
import { answer } from './answering/answer.ts'
import { Turn } from './answering/turn.ts'
import { notChosen, searchClosed } from './errors.ts'
import { Indexer } from './indexing/indexer.ts'
import type { ManagedIndex } from './indexing/managed-index.ts'
import { TimeSlice } from './indexing/time-slice.ts'
import { assertSearchable } from './library/searchable.ts'
import { questionOf, type SearchSettings } from './options.ts'
import { starting, type Search, type SearchOptions, type SearchResult, type SearchStatus } from './search.ts'
import type { IndexStorage } from './storage/index-storage.ts'
import { openStorage } from './storage/open-storage.ts'

/** The parts of a search that exist once the index's database is open. */
interface Opened {
  readonly storage: IndexStorage
  readonly indexer: Indexer
}

/** A search in this thread. */
export class LocalSearch implements Search {
  readonly #settings: SearchSettings
  readonly #status = new ObservableValue(starting)
  readonly #closing = new AbortController()
  readonly #opening: Promise<Opened>
  #opened: Opened | undefined

  constructor(settings: SearchSettings) {
    this.#settings = settings
    this.#opening = this.#open()
    this.#opening.catch(() => undefined)
  }

  async choose(resources: readonly ResourceRef[] | 'all'): Promise<void> {
    if (resources !== 'all') assertSearchable(resources)
    const chosen = resources === 'all' ? resources : resources.map(({ group, id }) => ({ group, id }))
    const { storage, indexer } = await this.#whenOpen()
    await unlessAborted(storage.choose(chosen), this.#closing.signal)
    indexer.choose(chosen)
  }

  async search(text: string, options: SearchOptions = {}): Promise<SearchResult> {
    const question = questionOf(text, options)
    options.signal?.throwIfAborted()
    const signal = AbortSignal.any([this.#closing.signal, ...(options.signal ? [options.signal] : [])])
    return unlessAborted(this.#search(question, options.resources, signal), signal)
  }

  async status(): Promise<SearchStatus> {
    return statusOf(await this.#whenOpen())
  }

  watch(listener: (status: SearchStatus) => void): () => void {
    return this.#closing.signal.aborted ? () => undefined : this.#status.watch(listener)
  }

  close(): void {
    if (this.#closing.signal.aborted) return
    this.#closing.abort(searchClosed())
    this.#opened?.indexer.close()
    this.#opened?.storage.close()
  }

  async #search(
    question: ReturnType<typeof questionOf>,
    resources: readonly ResourceRef[] | undefined,
    signal: AbortSignal,
  ): Promise<SearchResult> {
    const { indexer } = await this.#whenOpen()
    await indexer.start.wait()
    const turn = new Turn(new TimeSlice(this.#settings.clock), signal)
    for (const ref of resources ?? []) if (!indexer.isChosen(ref)) throw notChosen(ref)
    const indexes = onlyOf(indexer.searched, resources)
    const partial = indexes.some(({ state }) => state !== 'ready')
    const { total, hits } = await answer(question, { indexes, turn, doubt: (index) => indexer.doubt(index) })
    return { text: question.text, total, hits, partial }
  }

  async #open(): Promise<Opened> {
    const { store, database, clock } = this.#settings
    const storage = await openStorage(database, clock)
    if (this.#closing.signal.aborted) {
      storage.close()
      throw searchClosed()
    }
    const onChange = () => {
      if (this.#opened && !this.#closing.signal.aborted) this.#status.set(statusOf(this.#opened))
    }
    const indexer = new Indexer({ store, storage, clock, onChange })
    this.#opened = { storage, indexer }
    onChange()
    return this.#opened
  }

  #whenOpen(): Promise<Opened> {
    return unlessAborted(this.#opening, this.#closing.signal)
  }
}

function statusOf({ indexer, storage }: Opened): SearchStatus {
  return { ...indexer.status(), persistent: storage.persistent }
}

function onlyOf(indexes: readonly ManagedIndex[], refs: readonly ResourceRef[] | undefined): ManagedIndex[] {
  if (!refs) return [...indexes]
  const keys = new Set(refs.map(resourceKey))
  return indexes.filter(({ key }) => keys.has(key))
}
