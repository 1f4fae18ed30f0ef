import { State, type Observable } from '../observable.ts'
import { preferredLanguage, type Language } from '../words/language.ts'
import { latestPlace, parseSettings, type Place, type PlaceKind, type Settings } from './settings.ts'

/** `public/first-paint.js` reads the same. Raise the number when the stored shape changes. */
export const settingsKey = 'waraq.settings.1'

export interface SettingsValue extends Settings {
  /** The language chosen, or else the one that the browser prefers. */
  readonly spoken: Language
}

function withSpoken(settings: Settings): SettingsValue {
  return { ...settings, spoken: settings.language ?? preferredLanguage(navigator.languages) }
}

function stored(): string | null {
  try {
    return localStorage.getItem(settingsKey)
  } catch {
    // Storage is forbidden: the settings last as long as the page.
    return null
  }
}

/** Settings in one place, the same in every tab. */
export class SettingsStore {
  readonly #state = new State<SettingsValue>(withSpoken(parseSettings(stored())))
  readonly state: Observable<SettingsValue> = this.#state

  constructor() {
    addEventListener('storage', ({ key, newValue }) => {
      // The key is null when all storage was cleared.
      if (key === settingsKey || key === null) this.#state.update(withSpoken(parseSettings(newValue)))
    })
  }

  change(change: Partial<Settings>): void {
    const { spoken: _, ...settings } = { ...this.#state.get(), ...change }
    this.#state.update(withSpoken(settings))
    try {
      localStorage.setItem(settingsKey, JSON.stringify(settings))
    } catch {
      // Reading goes on even if storage is forbidden or full.
    }
  }

  /** Remembers where the reader is. */
  notePlace(kind: PlaceKind, place: Omit<Place, 'at'>): void {
    const before = this.#state.get().places
    const known = before[kind]
    if (
      latestPlace(before)?.kind === kind &&
      known?.number === place.number &&
      known.verseKey === place.verseKey &&
      known.mushaf === place.mushaf
    ) {
      // Writes once a minute: otherwise every scroll would be a write.
      if (Date.now() - known.at < 60_000) return
    }
    this.change({ places: { ...before, [kind]: { ...place, at: Date.now() } } })
  }
}
