import type { ResourceKey } from '@waraq/contract'
import { State, type Observable } from '../observable.ts'
import { scriptUrl } from '../trusted-urls.ts'
import workerUrl from './feed-worker.ts?worker&url'
import type { FeedAnswer, FeedQuestion } from './feed-worker.ts'
import { storedFeed, storeFeed } from './stored-feed.ts'

export interface FeedState {
  /** What the feed has; null where nobody has asked yet. */
  readonly keys: ReadonlySet<ResourceKey> | null
}

function ask(question: FeedQuestion): Promise<FeedAnswer> {
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'feed' })
  return new Promise<FeedAnswer>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<FeedAnswer>) => resolve(data))
    worker.addEventListener('error', () => resolve(null))
    worker.postMessage(question)
  }).finally(() => worker.terminate())
}

/** Which resources there are: at once as this device knows it, then as the service says. */
export class Feed {
  readonly #question: FeedQuestion
  readonly #state: State<FeedState>
  #asking: Promise<void> | undefined
  readonly state: Observable<FeedState>

  constructor({ contentRoot, relay }: FeedQuestion) {
    this.#question = { contentRoot, relay }
    const stored = storedFeed()
    this.#state = new State<FeedState>({ keys: stored && new Set(stored) })
    this.state = this.#state
  }

  /** Resolves once the service has answered, or has not: then the catalogue alone has to do. */
  load(): Promise<void> {
    this.#asking ??= this.#load().finally(() => (this.#asking = undefined))
    return this.#asking
  }

  /** Whether the service has a resource, as far as can be told within `ms` milliseconds. */
  async has(key: ResourceKey, ms: number): Promise<boolean> {
    if (!this.#state.get().keys) {
      const enough = new Promise<void>((resolve) => setTimeout(resolve, ms))
      await Promise.race([this.load(), enough])
    }
    return this.#state.get().keys?.has(key) ?? false
  }

  async #load(): Promise<void> {
    const keys = await ask(this.#question)
    if (!keys) return
    storeFeed(keys)
    this.#state.update({ keys: new Set(keys) })
  }
}
