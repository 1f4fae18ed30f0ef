import { ObservableValue } from 'waraq/client'

type Area = 'localStorage' | 'sessionStorage'

/**
 * A value in this browser's storage, the same in every tab, or of this tab only. `parse` gets its JSON, or null, and returns a
 * valid value.
 */
export class StoredValue<T> extends ObservableValue<T> {
  readonly #key: string
  readonly #parse: (json: unknown) => T
  readonly #area: Area

  /** Raise the number in the key when the stored shape changes. */
  constructor(key: string, parse: (json: unknown) => T, area: Area = 'localStorage') {
    super(parse(read(key, area)))
    this.#key = key
    this.#parse = parse
    this.#area = area
    addEventListener('storage', ({ key: changed }) => {
      // The key is null when all storage was cleared.
      if (changed === key || changed === null) super.set(parse(read(key, area)))
    })
  }

  override set(value: T): void {
    // Checked like what is read, so that nothing is shown that a reload would not show.
    const valid = this.#parse(value)
    super.set(valid)
    try {
      globalThis[this.#area].setItem(this.#key, JSON.stringify(valid))
    } catch {
      // Without storage, it lasts as long as the page.
    }
  }
}

function read(key: string, area: Area): unknown {
  try {
    return JSON.parse(globalThis[area].getItem(key) ?? 'null')
  } catch {
    return null
  }
}
