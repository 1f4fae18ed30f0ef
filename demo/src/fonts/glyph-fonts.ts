import { parseResourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import type { ContentStore, ResourceInfo } from 'waraq'
import type { Fonts } from 'waraq/files'
import { fontAssets, mushafPage } from 'waraq/quran'
import type { Observable } from '../observable.ts'
import { isMushaf } from '../sync/kept-resources.ts'

/**
 * Whether a text is drawn by glyphs. Words of a glyph mushaf are private-use characters, which only the font of their page
 * can draw.
 */
export const isGlyph = (text: string) => /^\p{Co}/u.test(text)

/** Whether a mushaf cannot be read without its fonts. Looks at the words of one page. */
async function needsFonts(store: Pick<ContentStore, 'query'>, ref: ResourceRef): Promise<boolean> {
  const [first] = await store.query(fontAssets(ref))
  if (!first) return false
  const page = await store.query(mushafPage(ref, first.page ?? 1))
  return page?.words.some(({ word }) => isGlyph(word.text ?? '')) ?? false
}

/** The resources on this device. */
export interface Here {
  readonly resources: readonly ResourceInfo[]
}

/**
 * Keeps the fonts of each glyph mushaf that is on this device. Other mushafs are set in the reader's own font. `Fonts` then
 * updates the fonts as their rows change, and deletes them with their mushaf.
 */
export class GlyphFonts {
  readonly #store: ContentStore
  readonly #fonts: () => Promise<Pick<Fonts, 'keepFonts'>>
  readonly #here: Observable<Here>
  readonly #asked = new Set<ResourceKey>()
  #wanted: readonly ResourceKey[] = []
  #going = new AbortController()
  #paused = false

  constructor(store: ContentStore, fonts: () => Promise<Pick<Fonts, 'keepFonts'>>, here: Observable<Here>) {
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

  /** While paused, no font is fetched. */
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
      if (!(await needsFonts(this.#store, ref))) return
      const fonts = await this.#fonts()
      await fonts.keepFonts(ref, { signal: this.#going.signal })
    } catch {
      // The status of the fonts shows which ones are missing. The next commit tries again.
      this.#asked.delete(key)
    }
  }
}
