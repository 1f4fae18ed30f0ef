/**
 * Where each entry of the tab's history was scrolled to. An entry is known by a key in its state, which outlives a reload;
 * entries that a link has just made have none.
 */
const storageKey = 'waraq.scroll.1'
/** Of the entries visited last. */
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

export class ScrollMemory {
  readonly #positions = stored()
  #key = ''

  /** To be called when the history moved. Returns where the entry was left; null for one that is new. */
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
      // Then it lasts as long as the page.
    }
  }
}
