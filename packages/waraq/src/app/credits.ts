import { resourceKey, type CatalogueList, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import type { ObservableValue } from '../client/observable.ts'
import type { Catalogue } from '../quran/catalogue/catalogue.ts'
import { listOfGroup } from '../quran/catalogue/lists.ts'
import type { CatalogueOptions } from '../quran/catalogue/open-catalogue.ts'
import { beginOnce } from './begin.ts'
import { watchable, type Watchable } from './answers.ts'
import { SharedSource } from './shared-source.ts'

/**
 * The lines that credit texts. The code for names is loaded when the first line is followed, and only the lists are fetched in
 * which the credited texts are.
 */
export class Credits {
  readonly #options: CatalogueOptions
  readonly #lines = new Map<ResourceKey, Watchable<string>>()
  readonly #catalogues = new Map<CatalogueList, Promise<Catalogue>>()
  #isClosed = false

  constructor(options: CatalogueOptions) {
    this.#options = options
  }

  /** The credit line of this text; empty until its name is known. */
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
    for (const opening of this.#catalogues.values())
      void opening.then(
        (catalogue) => catalogue.close(),
        () => undefined,
      )
  }

  #follow(ref: ResourceRef, line: ObservableValue<string>): () => void {
    const list = listOfGroup(ref.group)
    if (list === undefined) return () => undefined
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
    return beginOnce(this.#open(list), begin, () => undefined)
  }

  #open(list: CatalogueList): Promise<Catalogue> {
    const known = this.#catalogues.get(list)
    if (known) return known
    const opening = import('../quran/catalogue/open-catalogue.ts').then(
      ({ openCatalogue }) => openCatalogue({ ...this.#options, lists: [list] }),
      (error: unknown) => {
        // The code could not be loaded. The next line that is followed requests it again.
        this.#catalogues.delete(list)
        throw error
      },
    )
    this.#catalogues.set(list, opening)
    return opening
  }
}
