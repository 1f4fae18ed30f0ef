import { beforeDeadline, systemClock } from 'waraq/client'
import { resourceKey, type ResourceKey } from '@waraq/protocol'
import type { SyncEngine } from 'waraq'
import { State, type Observable } from '../observable.ts'

export interface AvailableState {
  /** The resources of the service. Null if it has never answered. */
  readonly keys: ReadonlySet<ResourceKey> | null
}

/** The latest answer, for when the service cannot be reached. Raise the number when the stored shape changes. */
const storedKey = 'waraq.feed.1'

function stored(): readonly ResourceKey[] | null {
  try {
    return JSON.parse(localStorage.getItem(storedKey) ?? 'null') as readonly ResourceKey[] | null
  } catch {
    return null
  }
}

function store(keys: readonly ResourceKey[]): void {
  try {
    localStorage.setItem(storedKey, JSON.stringify(keys))
  } catch {
    // Without storage, the next start requests the list again.
  }
}

/** The resources that the service has: first the answer stored on this device, then a new one. */
export class Available {
  readonly #engine: Pick<SyncEngine, 'available'>
  readonly #state: State<AvailableState>
  #asking: Promise<void> | undefined
  readonly state: Observable<AvailableState>

  constructor(engine: Pick<SyncEngine, 'available'>) {
    this.#engine = engine
    const keys = stored()
    this.#state = new State<AvailableState>({ keys: keys && new Set(keys) })
    this.state = this.#state
  }

  /** Resolves once the service has answered or failed to answer. Without an answer the page has only the catalogue. */
  load(): Promise<void> {
    this.#asking ??= this.#load().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  /** Whether the service has a resource, as far as that is known within `ms` milliseconds. */
  async has(key: ResourceKey, ms: number): Promise<boolean> {
    const enough = { clock: systemClock, ms, late: () => undefined }
    if (!this.#state.get().keys) await beforeDeadline(this.load(), enough)
    return this.#state.get().keys?.has(key) ?? false
  }

  async #load(): Promise<void> {
    const refs = await this.#engine.available().catch(() => null)
    if (!refs) return
    const keys = refs.map(resourceKey)
    store(keys)
    this.#state.update({ keys: new Set(keys) })
  }
}
