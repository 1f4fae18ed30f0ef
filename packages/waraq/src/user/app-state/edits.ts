import type { AppStateAccountState, AppStatePutBody } from '@quranjs/api/public'
import { WaraqError } from '@waraq/protocol'
import {
  bodyOf,
  bodyOfMutation,
  documentId,
  editAgain,
  pendingOf,
  queueEdit,
  takeMutation,
  type Edit,
  type Refusal,
} from './edit.ts'
import type { Merge } from './merge.ts'
import { ofCaller, type IndexedAppStateStore } from './store.ts'

/** A document as the person wants it, applied over the service's state. */
export interface AppStateView {
  readonly collection: string
  readonly key: string
  /** Null: there is no document. */
  readonly body: AppStatePutBody | null
  /** Whether the service does not have this state yet. */
  readonly pending: boolean
  /** Why the service refuses it, if it does. */
  readonly blocked: Refusal | null
}

/** The edits of one account, in the store's database. */
export class Edits {
  readonly #store: IndexedAppStateStore
  readonly #account: string

  constructor(store: IndexedAppStateStore, account: string) {
    this.#store = store
    this.#account = account
  }

  /** A document as it is shown. */
  async read(collection: string, key: string): Promise<AppStateView> {
    const id = documentId(collection, key)
    return this.#read(async (state) => viewOf(state, collection, key, await this.#edit(id)))
  }

  /** All edits that the service refused, the oldest refusal first. */
  blocked(): Promise<Edit[]> {
    return this.#read(async () => (await this.#all()).filter(({ blocked }) => blocked))
  }

  /** Stores what the person makes of the document as it is shown. This replaces an edit of it that was refused before. */
  async write(
    collection: string,
    key: string,
    at: number,
    make: (shown: AppStatePutBody | null) => AppStatePutBody | null,
  ): Promise<void> {
    const id = documentId(collection, key)
    await this.#change(async (state) => {
      const edit = await this.#edit(id)
      const { body: shown } = viewOf(state, collection, key, edit)
      const body = ofCaller(() => make(shown))
      const { blocked: _, ...kept } = edit ?? { account: this.#account, id, collection, key, base: shown, at }
      await this.#edits.put({ ...kept, body, at })
    })
  }

  /** Tries a refused edit again, or drops it. @throws {WaraqError} `not_found` */
  async resolve(collection: string, key: string, as: 'retry' | 'drop', at: number): Promise<void> {
    const id = documentId(collection, key)
    await this.#change(async () => {
      const edit = await this.#edit(id)
      if (!edit?.blocked) throw nothingBlocked(id)
      if (as === 'drop') return this.#edits.delete([this.#account, id])
      const { blocked: _, ...kept } = edit
      return this.#edits.put({ ...kept, at })
    })
  }

  /**
   * Hands the edits that have been quiet since `quietSince` to the SDK, if nothing of their document is under way. An edit from
   * the future counts as quiet, because the clock was set back. Returns how many mutations were queued, and the earliest `at`
   * of the edits that are not quiet yet (`next`; null if there are none).
   */
  queue({
    quietSince,
    now,
    merge,
  }: {
    readonly quietSince: number
    readonly now: number
    readonly merge: Merge
  }): Promise<{ readonly queued: number; readonly next: number | null }> {
    const isRecent = ({ at }: Edit) => at > quietSince && at <= now
    return this.#change(async (state) => {
      const waiting = (await this.#all()).filter(({ blocked, id }) => !blocked && !pendingOf(state, id))
      const before = state.pendingMutations.length
      for (const edit of waiting.filter((each) => !isRecent(each))) {
        ofCaller(() => queueEdit(state, edit, merge, crypto.randomUUID()))
        await this.#edits.delete([this.#account, edit.id])
      }
      const recent = waiting.filter(isRecent).map(({ at }) => at)
      return {
        queued: state.pendingMutations.length - before,
        next: recent.length > 0 ? Math.min(...recent) : null,
      }
    })
  }

  /** Takes a mutation back from the SDK's queue. It is merged again, or blocked if it was refused permanently. */
  takeBack(idempotencyKey: string, blocked?: Refusal): Promise<void> {
    return this.#change(async (state) => {
      const mutation = takeMutation(state, idempotencyKey)
      if (!mutation) return
      const id = documentId(mutation.collection, mutation.key)
      const of = { account: this.#account, at: 0, blocked, observed: bodyOf(state.shadow[id]) }
      await this.#edits.put(editAgain(mutation, await this.#edit(id), of))
    })
  }

  /** The number of documents that the service does not have as the person wants them. */
  waiting(): Promise<number> {
    return this.#read(async (state) => {
      const ids = state.pendingMutations.map(({ collection, key }) => documentId(collection, key))
      return new Set([...ids, ...(await this.#all()).map(({ id }) => id)]).size
    })
  }

  get #edits() {
    return this.#store.db.edits
  }

  #change<T>(work: (state: AppStateAccountState) => Promise<T>): Promise<T> {
    return this.#store.change(this.#account, work)
  }

  #read<T>(work: (state: AppStateAccountState) => Promise<T>): Promise<T> {
    return this.#store.probe(this.#account, work)
  }

  #edit(id: string): Promise<Edit | undefined> {
    return this.#edits.get([this.#account, id])
  }

  async #all(): Promise<Edit[]> {
    const all = await this.#edits.where('account').equals(this.#account).toArray()
    return all.sort((one, other) => (one.blocked?.since ?? one.at) - (other.blocked?.since ?? other.at))
  }
}

function viewOf(
  state: AppStateAccountState,
  collection: string,
  key: string,
  edit: Edit | undefined,
): AppStateView {
  const id = documentId(collection, key)
  const pending = pendingOf(state, id)
  const body = edit ? edit.body : pending ? bodyOfMutation(pending) : bodyOf(state.shadow[id])
  return { collection, key, body, pending: Boolean(edit ?? pending), blocked: edit?.blocked ?? null }
}

function nothingBlocked(id: string): WaraqError {
  return new WaraqError({
    code: 'not_found',
    message: `Nothing of ${id} is blocked. It may have been tried again or dropped in another tab; look again.`,
  })
}
