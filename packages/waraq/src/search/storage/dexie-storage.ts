import type { Clock } from '../../client/clock.ts'
import { WaraqError, type ResourceKey } from '@waraq/protocol'
import { cmp, Dexie } from 'dexie'
import { onWrites } from '../../platform/storage/writes.ts'
import { Throttle } from '../../platform/throttle.ts'
import type { PackedIndex } from '../inverted/resource-index.ts'
import { chosenOf, type Chosen } from '../indexing/chosen.ts'
import { answerWithin } from './answer-within.ts'
import type { SearchDatabase } from './database.ts'
import type { IndexStorage } from './index-storage.ts'
import { readRecords, recordsOf, type IndexMarks, type StoredIndex } from './stored-index.ts'

const chosenKey = 'chosen'

/** Timeouts of the database, in milliseconds. Writes take longer on a slow disk. */
const [readMs, writeMs] = [5_000, 30_000]

function notRemembered(cause: unknown): WaraqError {
  const full = String(cause).includes('QuotaExceeded')
  return new WaraqError({
    ...(full
      ? ({ code: 'quota_exceeded' } as const)
      : ({ code: 'storage_failed', retryable: true } as const)),
    message: full
      ? 'The browser refused more storage, so what is searched could not be changed. Free space and choose again.'
      : 'What is searched could not be stored, so it was not changed. Choose again; if it lasts, the cause tells why.',
    cause,
  })
}

/** Storage in IndexedDB. An index that cannot be read or written costs only the time to rebuild it. */
export class DexieStorage implements IndexStorage {
  readonly persistent = true
  readonly #db: SearchDatabase
  readonly #clock: Clock

  constructor(db: SearchDatabase, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  followChosen(listener: (chosen: Chosen) => void): () => void {
    const reported = new AbortController()
    const tell = (chosen: Chosen) => {
      reported.abort()
      listener(chosen)
    }
    // A choice that was reported stays valid. If none can be read, or not soon enough, the default is reported.
    const tellDefault = () => {
      if (!reported.signal.aborted) tell('translations')
    }
    const over = new AbortController()
    const read = async () => {
      try {
        const setting = await this.#db.settings.get(chosenKey)
        if (!over.signal.aborted) tell(chosenOf(setting?.value))
      } catch {
        if (!over.signal.aborted) tellDefault()
      }
    }
    const reads = new Throttle(this.#clock, read, over.signal)
    const endWrites = onWrites({ Dexie, cmp }, this.#db.name, ['settings'], () => reads.ask())
    reads.ask()
    this.#clock.sleep(readMs, reported.signal).then(tellDefault, () => undefined)
    return () => {
      reported.abort()
      over.abort()
      endWrites()
    }
  }

  async choose(chosen: Chosen): Promise<void> {
    try {
      await this.#write(() => this.#db.settings.put({ key: chosenKey, value: chosen }))
    } catch (error) {
      throw notRemembered(error)
    }
  }

  async load(key: ResourceKey, mark?: string): Promise<StoredIndex | undefined> {
    try {
      return await answerWithin(this.#clock, readMs, () => this.#load(key, mark))
    } catch {
      return undefined
    }
  }

  async save(key: ResourceKey, marks: IndexMarks, packed: PackedIndex): Promise<void> {
    const { head, body } = recordsOf(key, marks, packed)
    const { heads, bodies } = this.#db
    await this.#try(() =>
      this.#db.transaction('rw', [heads, bodies], async () => {
        const stored = await heads.get(key)
        await heads.put(head)
        // A commit that changed no text changes only the mark.
        if (stored?.format !== head.format || stored.checksum !== head.checksum) await bodies.put(body)
      }),
    )
  }

  keepOnly(keys: readonly ResourceKey[]): Promise<void> {
    const { heads, bodies } = this.#db
    return this.#try(() =>
      this.#db.transaction('rw', [heads, bodies], async () => {
        await Promise.all([
          heads.where('key').noneOf(keys).delete(),
          bodies.where('key').noneOf(keys).delete(),
        ])
      }),
    )
  }

  close(): void {
    this.#db.close()
  }

  async #load(key: ResourceKey, mark: string | undefined): Promise<StoredIndex | undefined> {
    const { heads, bodies } = this.#db
    const head = await heads.get(key)
    if (!head || (mark !== undefined && head.mark !== mark)) return undefined
    // Head and body both contain the checksum. If they do not belong together, they are not used.
    const stored = readRecords(head, await bodies.get(key))
    if (!stored) await this.#forget(key)
    return stored
  }

  /** Deletes a body that does not match its head. Otherwise it would stay, because `save` does not rewrite an equal body. */
  async #forget(key: ResourceKey): Promise<void> {
    const { heads, bodies } = this.#db
    await this.#db.transaction('rw', [heads, bodies], async () => {
      await heads.delete(key)
      await bodies.delete(key)
    })
  }

  #write(work: () => PromiseLike<unknown>): Promise<unknown> {
    return answerWithin(this.#clock, writeMs, work)
  }

  async #try(work: () => PromiseLike<unknown>): Promise<void> {
    try {
      await this.#write(work)
    } catch {
      // The index in memory is still correct. The next start finds the older one, or none.
    }
  }
}
