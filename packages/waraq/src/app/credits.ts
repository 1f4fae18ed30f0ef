import { resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import type { ObservableValue } from '../client/observable.ts'
import type { Catalogue } from '../quran/catalogue/catalogue.ts'
import type { CatalogueOptions } from '../quran/catalogue/open-catalogue.ts'
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
    let end: (() => void) | undefined
    let isOver = false
    this.#open().then(
      (catalogue) => {
        if (isOver || this.#isClosed) return
        const tell = () => {
          const { attribution, listed } = catalogue.describe(ref)
          if (listed) line.set(attribution)
        }
        end = catalogue.live.subscribe(tell)
        tell()
      },
      // Such as code that did not come: the next who follows it asks again.
      () => (this.#catalogue = undefined),
    )
    return () => {
      isOver = true
      end?.()
    }
  }

  #open(): Promise<Catalogue> {
    this.#catalogue ??= import('../quran/catalogue/open-catalogue.ts').then(({ openCatalogue }) =>
      openCatalogue(this.#options),
    )
    return this.#catalogue
  }
}
