import { filterCovers, parseFilter } from '@waraq/protocol'
import { ObservableValue } from '../client/observable.ts'
import type { ContentStore } from '../store/read/content-store.ts'
import { desiredWithout, type DesiredSubscription } from '../store/subscriptions.ts'
import type { EngineStatus } from '../sync/status/status.ts'
import type { Missing } from './content-answer.ts'
import type { SharedSource } from './shared-source.ts'

/**
 * The resources whose first complete version is still to come: they are subscribed to, and no sync has completed the
 * subscription. A resource that the service does not list stops being one of them when that sync is complete.
 */
export class FirstDownloads {
  readonly #status: SharedSource<EngineStatus | undefined>
  /** What this page requested and no status has shown yet. The filters are canonical. */
  readonly #requested = new ObservableValue<readonly DesiredSubscription[]>([])
  #endStatus: (() => void) | undefined

  constructor(status: SharedSource<EngineStatus | undefined>) {
    this.#status = status
  }

  /** Counts canonical filters as subscribed to, until the status shows them. */
  request(...desired: readonly DesiredSubscription[]): void {
    this.#set([...this.#requested.get(), ...desired])
  }

  /** Takes a request back that failed. */
  fail({ filter, owner }: DesiredSubscription): void {
    this.#set(this.#requested.get().filter((each) => each.filter !== filter || each.owner !== owner))
  }

  /** Takes back what a person requested of these resources. @throws {InvalidFilterError} */
  remove(filter: string): void {
    this.#set(desiredWithout(this.#requested.get(), filter, 'person'))
  }

  /** Whether one of these resources is to come. While the status is not known, any may be. */
  has(missing: readonly Missing[]): boolean {
    if (missing.length === 0) return false
    const status = this.#status.get()
    if (!status) return true
    const covering = [
      ...this.#requested.get().map(({ filter }) => ({ filter, isFirst: true })),
      ...status.subscriptions.map(({ filter, sequence }) => ({ filter, isFirst: sequence === null })),
    ].map(({ filter, isFirst }) => ({ filter: parseFilter(filter), isFirst }))
    return missing.some(({ ref, isDamaged }) =>
      covering.some(({ filter, isFirst }) => (isFirst || isDamaged) && filterCovers(filter, ref)),
    )
  }

  /** Calls the listener when the result of `has` may have changed. Returns a function that ends this. */
  follow(listener: () => void): () => void {
    const ends = [this.#requested.subscribe(listener), this.#status.follow(listener)]
    return () => {
      for (const end of ends) end()
    }
  }

  close(): void {
    this.#set([])
  }

  #set(requested: readonly DesiredSubscription[]): void {
    this.#requested.set(requested)
    if (requested.length > 0) this.#endStatus ??= this.#status.follow(() => this.#note())
    else {
      this.#endStatus?.()
      this.#endStatus = undefined
    }
  }

  /** From now on the status tells about these. */
  #note(): void {
    const shown = this.#status.get()?.subscriptions ?? []
    const requested = this.#requested.get()
    const left = requested.filter(({ filter }) => !shown.some((each) => each.filter === filter))
    if (left.length < requested.length) this.#set(left)
  }
}

const ofStore = new WeakMap<ContentStore, FirstDownloads>()

/** Makes the live queries of a store pending during the first download of what they read. */
export function setFirstDownloads(store: ContentStore, downloads: FirstDownloads): void {
  ofStore.set(store, downloads)
}

/** The first downloads of a store; undefined if no application created it. */
export function firstDownloadsOf(store: ContentStore): FirstDownloads | undefined {
  return ofStore.get(store)
}
