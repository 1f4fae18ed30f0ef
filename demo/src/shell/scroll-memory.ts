import { placeOf, verseAtTop, verseElement, type VersePlace } from '../reading/verse-at-top.ts'
import { entryFields, keepInEntry } from '../ui/entry-fields.ts'

/**
 * Where the reader left an entry of the tab's history. A key in the entry's state identifies the entry, even after a
 * reload. An entry that a link has just created has no key yet.
 */
export interface LeftPlace {
  /** Pixels from the top of the page. */
  readonly y: number
  /**
   * The verse at the reading line, and its place. When the page is shown again, the verses above have other heights until
   * they come into view.
   */
  readonly verse?: { readonly key: string; readonly place: VersePlace }
}

const storageKey = 'waraq.places.1'
/** Number of most recent entries to remember. */
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
  const key = scrollY > 0 ? verseAtTop() : null
  const element = key === null ? null : verseElement(key)
  return { y: scrollY, ...(key !== null && element && { verse: { key, place: placeOf(element) } }) }
}

class ScrollMemory {
  readonly #places = stored()
  #key = ''

  /** Call this when the history has moved. */
  enter(): void {
    const known = keyOfEntry()
    this.#key = known ?? crypto.randomUUID()
    if (known === null) keepInEntry({ scrollKey: this.#key })
  }

  /** Where the reader left the current entry. Null for a new entry. */
  left(): LeftPlace | null {
    return this.#places.get(keyOfEntry() ?? '') ?? null
  }

  /** Call this when the page has scrolled. */
  note(): void {
    // Below a dialog no verse is found. The page scrolls there only to keep the reader's verse in place.
    if (document.querySelector('dialog:modal')) return
    // Keeps the latest entries at the end.
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
      // Without storage, the places last as long as the page.
    }
  }
}

/** The memory of this tab. */
export const scrollMemory = new ScrollMemory()
