import { resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import type { ObservableValue } from '../client/observable.ts'
import type { Catalogue } from '../quran/catalogue/catalogue.ts'
import type { CatalogueOptions } from '../quran/catalogue/open-catalogue.ts'
import { beginOnce } from './begin.ts'
import { watchable, type Watchable } from './answers.ts'
import { SharedSource } from './shared-source.ts'

/** The lines that credit texts. The code for names is loaded with the first that somebody follows. */
export class Credits {
  readonly #options: CatalogueOptions
  readonly #lines = new Map<ResourceKey, Watchable<string>>()
  #catalogue: Promise<Catalogue> | undefined
  #isClosed = false

  constructor(options: CatalogueOptions) {
    this.#options = options
  }

  /** The line of this text; empty until its name is known. */
  of(ref: ResourceRef): Watchable<string> {
    const key = resourceKey(ref)
    const known = this.#lines.get(key)
    if (known) return known
    const line = watchable(new SharedSource({ initial: '', start: (source) => this.#follow(ref, source) }))
    this.#lines.set(key, line)
    return line
  }

  close(): void {
    this.#isClosed = true
    void this.#catalogue?.then(
      (catalogue) => catalogue.close(),
      () => undefined,
    )
  }

  #follow(ref: ResourceRef, line: ObservableValue<string>): () => void {
    const begin = (catalogue: Catalogue) => {
      if (this.#isClosed) return () => undefined
      const tell = () => {
        const { attribution, listed } = catalogue.describe(ref)
        if (listed) line.set(attribution)
      }
      const end = catalogue.live.subscribe(tell)
      tell()
      return end
    }
    return beginOnce(this.#open(), begin, () => undefined)
  }

  #open(): Promise<Catalogue> {
    this.#catalogue ??= import('../quran/catalogue/open-catalogue.ts').then(
      ({ openCatalogue }) => openCatalogue(this.#options),
      (error: unknown) => {
        // The code did not come: the next line that somebody follows asks for it again.
        this.#catalogue = undefined
        throw error
      },
    )
    return this.#catalogue
  }
}
