/**
 * The scroll position of each entry of the tab's history. A key in the entry's state names it, also after a reload; an entry
 * that a link has just made has no key yet.
 */
const storageKey = 'waraq.scroll.1'
/** How many of the entries visited last are remembered. */
const remembered = 100

function stored(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, number][])
  } catch {
    return new Map()
  }
}

function keyOfEntry(): string | null {
  const state: unknown = history.state
  const key = typeof state === 'object' && state !== null && 'scrollKey' in state ? state.scrollKey : null
  return typeof key === 'string' ? key : null
}

/** Where the reader left the entry that is shown, as after a reload; null for a new entry. */
export function leftPosition(): number | null {
  return stored().get(keyOfEntry() ?? '') ?? null
}

export class ScrollMemory {
  readonly #positions = stored()
  #key = ''

  /** Call it when the history has moved. Returns the position at which the reader left the entry; null for a new entry. */
  enter(): number | null {
    const known = keyOfEntry()
    this.#key = known ?? crypto.randomUUID()
    if (known === null)
      history.replaceState({ ...(history.state as object | null), scrollKey: this.#key }, '')
    return this.#positions.get(this.#key) ?? null
  }

  note(position: number): void {
    // The latest entries are the last ones.
    this.#positions.delete(this.#key)
    this.#positions.set(this.#key, position)
    for (const key of this.#positions.keys()) {
      if (this.#positions.size <= remembered) break
      this.#positions.delete(key)
    }
  }

  store(): void {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify([...this.#positions]))
    } catch {
      // Without storage the positions last as long as the page.
    }
  }
}
