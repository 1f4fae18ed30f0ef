import type { ResourceKey } from '@waraq/contract'
import type { ReaderConfig } from '../config.ts'
import { State, type Observable } from '../observable.ts'
import { scriptUrl } from '../trusted-urls.ts'
import type { Language } from '../words/language.ts'
import workerUrl from './catalogue-worker.ts?worker&url'
import type { Catalogue, CatalogueAnswer, CatalogueFailure, CatalogueQuestion } from './catalogue.ts'
import { storedFeed, storedNames, storeFeed, storeNames } from './stored-catalogue.ts'

export interface CatalogueState {
  /** The latest known names; from this device where the service cannot be reached. */
  readonly catalogue: Catalogue | null
  /** What the feed has; null where nobody has asked yet. */
  readonly feed: ReadonlySet<ResourceKey> | null
  readonly loading: boolean
  /** Why the last attempt failed. */
  readonly problem: CatalogueFailure | null
  /** When the last attempt began, if nobody answered it. */
  readonly unansweredAt: number | null
}

function initialState(): CatalogueState {
  const feed = storedFeed()
  return {
    catalogue: storedNames(),
    feed: feed && new Set(feed),
    loading: false,
    problem: null,
    unansweredAt: null,
  }
}

function ask(config: ReaderConfig, question: CatalogueQuestion): Promise<CatalogueAnswer> {
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'catalogue' })
  return new Promise<CatalogueAnswer>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CatalogueAnswer>) => resolve(data))
    worker.addEventListener('error', () =>
      resolve({ ok: false, code: 'worker_failed', message: null, unreachable: false }),
    )
    worker.postMessage({ config, question })
  }).finally(() => worker.terminate())
}

/** What the service offers: at once from this device, then fresh from the service. */
export class CatalogueLoader {
  readonly #config: ReaderConfig
  readonly #state = new State<CatalogueState>(initialState())
  #isAskingFeed = false
  /** Another language may be chosen while names are on their way. */
  #wanted: Language = 'en'
  readonly state: Observable<CatalogueState> = this.#state

  constructor(config: ReaderConfig) {
    this.#config = config
  }

  /** Names of resources and chapters, in a language. */
  async load(language: Language): Promise<void> {
    this.#wanted = language
    if (this.#state.get().loading) return
    const askedAt = Date.now()
    this.#state.update({ loading: true })
    const answer = await ask(this.#config, { ask: 'names', language })
    if (!answer.ok) {
      const unansweredAt = answer.unreachable ? askedAt : null
      this.#state.update({ loading: false, problem: answer, unansweredAt })
    } else if (answer.ask === 'names') {
      const { catalogue } = answer
      storeNames(catalogue)
      this.#state.update({ catalogue, loading: false, problem: null, unansweredAt: null })
    }
    if (this.#wanted !== language) await this.load(this.#wanted)
  }

  /** Which resources there are. Nobody waits for it: where it fails, the catalogue alone has to do. */
  async loadFeed(): Promise<void> {
    if (this.#isAskingFeed) return
    this.#isAskingFeed = true
    const answer = await ask(this.#config, { ask: 'feed' })
    this.#isAskingFeed = false
    if (!answer.ok || answer.ask !== 'feed') return
    storeFeed(answer.keys)
    this.#state.update({ feed: new Set(answer.keys) })
  }
}
