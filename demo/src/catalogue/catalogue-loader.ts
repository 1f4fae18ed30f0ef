import type { ReaderConfig } from '../config.ts'
import { State, type Observable } from '../observable.ts'
import { scriptUrl } from '../trusted-urls.ts'
import { words } from '../words.ts'
import workerUrl from './catalogue-worker.ts?worker&url'
import type { Catalogue, CatalogueAnswer } from './catalogue.ts'

export interface CatalogueState {
  /** The latest known names; from this device where the service cannot be reached. */
  readonly catalogue: Catalogue | null
  readonly loading: boolean
  /** Why the last attempt failed. */
  readonly problem: string | null
  /** When the last attempt began, if nobody answered it. */
  readonly unansweredAt: number | null
}

const initialState: CatalogueState = { catalogue: null, loading: false, problem: null, unansweredAt: null }

/** Raise the number when the stored shape changes. */
const storageKey = 'waraq.catalogue.1'

function stored(): Catalogue | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Catalogue | null
  } catch {
    return null
  }
}

function store(catalogue: Catalogue): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(catalogue))
  } catch {
    // Names are for display only; without storage they are fetched again next time.
  }
}

function ask(config: ReaderConfig): Promise<CatalogueAnswer> {
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'catalogue' })
  return new Promise<CatalogueAnswer>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<CatalogueAnswer>) => resolve(data))
    worker.addEventListener('error', () =>
      resolve({ ok: false, message: words.chapters.noWorker, unreachable: false }),
    )
    worker.postMessage(config)
  }).finally(() => worker.terminate())
}

/** Names of translations and chapters: at once from this device, then fresh from the service. */
export class CatalogueLoader {
  readonly #config: ReaderConfig
  readonly #state = new State<CatalogueState>({ ...initialState, catalogue: stored() })
  readonly state: Observable<CatalogueState> = this.#state

  constructor(config: ReaderConfig) {
    this.#config = config
  }

  async load(): Promise<void> {
    if (this.#state.get().loading) return
    const askedAt = Date.now()
    this.#state.update({ loading: true })
    const answer = await ask(this.#config)
    if (answer.ok) {
      store(answer.catalogue)
      this.#state.update({ catalogue: answer.catalogue, loading: false, problem: null, unansweredAt: null })
    } else {
      const { message: problem, unreachable } = answer
      this.#state.update({ loading: false, problem, unansweredAt: unreachable ? askedAt : null })
    }
  }
}
