import { elementAtTop } from '../reading/verse-at-top.ts'
import { entryFields, keepInEntry } from '../ui/entry-fields.ts'

/**
 * Where the reader left each entry of the tab's history. A key in the entry's state names it, also after a reload; an entry that a link
 * has just made has no key yet.
 */
export interface LeftPlace {
  /** Pixels from the top of the page. */
  readonly y: number
  /**
   * The verse at the reading line, and the pixels from the window's top to its own. Where the page is shown again, the verses above it
   * have other heights until they are seen.
   */
  readonly verse?: { readonly key: string; readonly top: number }
}

const storageKey = 'waraq.places.1'
/** How many of the entries visited last are remembered. */
const remembered = 100

function stored(): Map<string, LeftPlace> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, LeftPlace][])
  } catch {
    return new Map()
  }
}

function keyOfEntry(): string | null {
  const key = entryFields()['scrollKey']
  return typeof key === 'string' ? key : null
}

function placeNow(): LeftPlace {
  const element = scrollY > 0 ? elementAtTop() : undefined
  const key = element?.dataset['verse']
  return {
    y: scrollY,
    ...(element && key && { verse: { key, top: element.getBoundingClientRect().top } }),
  }
}

class ScrollMemory {
  readonly #places = stored()
  #key = ''

  /** Call it when the history has moved. */
  enter(): void {
    const known = keyOfEntry()
    this.#key = known ?? crypto.randomUUID()
    if (known === null) keepInEntry({ scrollKey: this.#key })
  }

  /** Where the reader left the entry that is shown; null for a new entry. */
  left(): LeftPlace | null {
    return this.#places.get(keyOfEntry() ?? '') ?? null
  }

  /** Call it when the page has scrolled. */
  note(): void {
    // Below a dialog no verse is found; the page scrolls there only to keep the reader's verse where it is.
    if (document.querySelector('dialog:modal')) return
    // The latest entries are the last ones.
    this.#places.delete(this.#key)
    this.#places.set(this.#key, placeNow())
    for (const key of this.#places.keys()) {
      if (this.#places.size <= remembered) break
      this.#places.delete(key)
    }
  }

  store(): void {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...this.#places]))
    } catch {
      // Without storage the places last as long as the page.
    }
  }
}

/** Of this tab. */
export const scrollMemory = new ScrollMemory()
