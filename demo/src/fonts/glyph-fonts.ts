import { parseResourceKey, type ResourceKey, type ResourceRef } from '@waraq/contract'
import type { ContentStore, ResourceInfo } from '@waraq/engine'
import type { Fonts } from '@waraq/engine/fonts'
import { fontAssets, mushafPage } from '@waraq/engine/readers'
import type { Observable } from '../observable.ts'
import { isMushaf } from '../sync/kept-resources.ts'

/** Words of a glyph mushaf are characters for private use, which only the font of their page draws. */
export const isGlyph = (text: string) => /^\p{Co}/u.test(text)

/** Whether a mushaf cannot be read without its fonts. The words of one page tell. */
async function needsFonts(store: Pick<ContentStore, 'view'>, ref: ResourceRef): Promise<boolean> {
  const [first] = await store.view(fontAssets(ref))
  if (!first) return false
  const page = await store.view(mushafPage(ref, first.page ?? 1))
  return page?.words.some(({ word }) => isGlyph(word.text ?? '')) ?? false
}

/** What is on this device. */
export interface Here {
  readonly resources: readonly ResourceInfo[]
}

/**
 * Keeps the fonts of each glyph mushaf that is on this device. Other mushafs are set in the reader's own face. The fonts then
 * follow their rows by themselves, and go with their mushaf.
 */
export class GlyphFonts {
  readonly #store: ContentStore
  readonly #fonts: Pick<Fonts, 'keepFonts'>
  readonly #here: Observable<Here>
  readonly #asked = new Set<ResourceKey>()
  #wanted: readonly ResourceKey[] = []
  #going = new AbortController()
  #paused = false

  constructor(store: ContentStore, fonts: Pick<Fonts, 'keepFonts'>, here: Observable<Here>) {
    this.#store = store
    this.#fonts = fonts
    this.#here = here
  }

  start(): void {
    const follow = () => {
      this.#wanted = this.#here
        .get()
        .resources.flatMap(({ key, status }) => (isMushaf(key) && status === 'installed' ? [key] : []))
      for (const key of this.#asked) if (!this.#wanted.includes(key)) this.#asked.delete(key)
      this.#keepAll()
    }
    this.#here.subscribe(follow)
    follow()
    addEventListener('online', () => {
      this.#asked.clear()
      this.#keepAll()
    })
  }

  /** Nothing is fetched until it goes on. */
  setPaused(paused: boolean): void {
    if (paused === this.#paused) return
    this.#paused = paused
    if (paused) this.#going.abort()
    else {
      this.#going = new AbortController()
      this.#asked.clear()
      this.#keepAll()
    }
  }

  #keepAll(): void {
    if (this.#paused) return
    for (const key of this.#wanted) {
      const ref = parseResourceKey(key)
      if (!ref || this.#asked.has(key)) continue
      this.#asked.add(key)
      void this.#keep(key, ref)
    }
  }

  async #keep(key: ResourceKey, ref: ResourceRef): Promise<void> {
    try {
      if (await needsFonts(this.#store, ref)) await this.#fonts.keepFonts(ref, { signal: this.#going.signal })
    } catch {
      // The fonts' status says what is missing. It is tried again with the next commit.
      this.#asked.delete(key)
    }
  }
}
