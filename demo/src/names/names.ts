import { isNetworkError } from 'waraq'
import type { Catalogue } from 'waraq/quran'
import { State, type Observable } from '../observable.ts'
import type { Language } from '../words/language.ts'

export interface NamesState {
  /** In the chosen language. Until its names are loaded, in the previous one. */
  readonly catalogue: Catalogue
  /** False until all known names are loaded. A list that fills bit by bit would move while the reader looks at it. */
  readonly ready: boolean
  readonly loading: boolean
  /** Start of the last attempt if the service did not answer it, in milliseconds since the epoch. */
  readonly unansweredAt: number | null
}

const dayMs = 24 * 60 * 60 * 1000

function isKnown({ live }: Catalogue): boolean {
  return live.get().fetchedAt !== null
}

function unanswered({ live }: Catalogue): boolean {
  return live.get().problems.some(({ error }) => isNetworkError(error))
}

/** Whether a sync got an answer from the service after it last failed to answer for names. `times` are those of syncs. */
export function areWorthAsking(
  { loading, unansweredAt }: Pick<NamesState, 'loading' | 'unansweredAt'>,
  times: readonly (number | null)[],
): boolean {
  return !loading && unansweredAt !== null && times.some((time) => time !== null && time > unansweredAt)
}

/** Names in the language of the interface. A catalogue has one language, so each language has its own catalogue. */
export class Names {
  readonly #open: (language: Language) => Catalogue
  readonly #state: State<NamesState>
  #language: Language
  #wanted: Catalogue
  readonly state: Observable<NamesState>

  constructor(open: (language: Language) => Catalogue, language: Language) {
    this.#open = open
    this.#language = language
    this.#wanted = open(language)
    this.#state = new State<NamesState>({
      catalogue: this.#wanted,
      ready: false,
      loading: false,
      unansweredAt: null,
    })
    this.state = this.#state
  }

  /** Resolves once the names that are stored on this device are loaded, if there are any. */
  async fromDevice(): Promise<void> {
    const wanted = this.#wanted
    await wanted.stored()
    this.#show(wanted)
    if (isKnown(this.#state.get().catalogue)) this.#state.update({ ready: true })
  }

  /** Fetches names in a language if the stored ones are missing or older than a day. Shows the stored names meanwhile. */
  async load(language: Language): Promise<void> {
    this.#want(language)
    const wanted = this.#wanted
    const askedAt = Date.now()
    this.#state.update({ loading: true })
    try {
      await this.fromDevice()
      const olderThanMs = wanted.live.get().problems.length > 0 ? 0 : dayMs
      await wanted.refresh({ olderThanMs })
    } catch (error) {
      // The reader has chosen another language meanwhile, so this catalogue is closed.
      if (wanted !== this.#wanted) return
      throw error
    }
    if (wanted !== this.#wanted) return
    this.#show(wanted)
    this.#state.update({ ready: true, loading: false, unansweredAt: unanswered(wanted) ? askedAt : null })
  }

  #want(language: Language): void {
    if (language === this.#language) return
    if (this.#wanted !== this.#state.get().catalogue) this.#wanted.close()
    this.#language = language
    this.#wanted = this.#open(language)
  }

  /** Names in another language are better than none. */
  #show(wanted: Catalogue): void {
    const { catalogue } = this.#state.get()
    if (wanted !== this.#wanted || wanted === catalogue) return
    if (isKnown(catalogue) && !isKnown(wanted)) return
    this.#state.update({ catalogue: wanted })
    catalogue.close()
  }
}
