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

/** A document as the person wants it, over what the service has. */
export interface AppStateView {
  readonly collection: string
  readonly key: string
  /** Null: there is no document. */
  readonly body: AppStatePutBody | null
  /** Whether the service does not have it so yet. */
  readonly pending: boolean
  /** Why the service refuses it, where it does. */
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
    return this.#look(async (state) => viewOf(state, collection, key, await this.#edit(id)))
  }

  /** All edits that the service refused, the oldest refusal first. */
  blocked(): Promise<Edit[]> {
    return this.#look(async () => (await this.#all()).filter(({ blocked }) => blocked))
  }

  /** Keeps what the person makes of the document as it is shown. What was refused of it before is replaced. */
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

  /** Has a refused edit tried again, or drops it. @throws {WaraqError} `not_found` */
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
   * Hands what has rested since then to the SDK, each document that has nothing under way. What seems to come from the future has
   * rested as well: a clock was set back. Tells how many were handed over, and of the next one that has not rested when its latest
   * act was.
   */
  queue({
    restedSince,
    now,
    merge,
  }: {
    readonly restedSince: number
    readonly now: number
    readonly merge: Merge
  }): Promise<{ readonly queued: number; readonly next: number | null }> {
    const rests = ({ at }: Edit) => at > restedSince && at <= now
    return this.#change(async (state) => {
      const waiting = (await this.#all()).filter(({ blocked, id }) => !blocked && !pendingOf(state, id))
      const before = state.pendingMutations.length
      for (const edit of waiting.filter((each) => !rests(each))) {
        ofCaller(() => queueEdit(state, edit, merge, crypto.randomUUID()))
        await this.#edits.delete([this.#account, edit.id])
      }
      const resting = waiting.filter(rests).map(({ at }) => at)
      return {
        queued: state.pendingMutations.length - before,
        next: resting.length > 0 ? Math.min(...resting) : null,
      }
    })
  }

  /** Takes a mutation back from the SDK's queue: to be merged anew, or blocked where it was refused for good. */
  takeBack(idempotencyKey: string, blocked?: Refusal): Promise<void> {
    return this.#change(async (state) => {
      const mutation = takeMutation(state, idempotencyKey)
      if (!mutation) return
      const id = documentId(mutation.collection, mutation.key)
      const of = { account: this.#account, at: 0, blocked, observed: bodyOf(state.shadow[id]) }
      await this.#edits.put(editAgain(mutation, await this.#edit(id), of))
    })
  }

  /** How many documents the service does not have as the person wants them. */
  waiting(): Promise<number> {
    return this.#look(async (state) => {
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

  #look<T>(work: (state: AppStateAccountState) => Promise<T>): Promise<T> {
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
