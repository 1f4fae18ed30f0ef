import { State, type Observable } from '../observable.ts'
import { preferredLanguage, type Language } from '../words/language.ts'
import {
  hasVerse,
  latestPlace,
  parseSettings,
  withRecent,
  type Place,
  type PlaceKind,
  type Settings,
} from './settings.ts'

/** `public/first-paint.js` reads the same key. Raise the number when the stored shape changes. */
export const settingsKey = 'waraq.settings.1'

export interface SettingsValue extends Settings {
  /** The chosen language, or else the one that the browser prefers. */
  readonly spoken: Language
}

function withSpoken(settings: Settings): SettingsValue {
  return { ...settings, spoken: settings.language ?? preferredLanguage(navigator.languages) }
}

function stored(): string | null {
  try {
    return localStorage.getItem(settingsKey)
  } catch {
    // Storage is blocked, so the settings last as long as the page.
    return null
  }
}

/** Stores the settings, the same in every tab. */
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
      // Reading continues even if storage is blocked or full.
    }
  }

  /** Remembers where the reader is. */
  notePlace(kind: PlaceKind, place: Omit<Place, 'at'>): void {
    // While one chapter replaces another, the verse at the top may already be the next chapter's.
    if (!hasVerse(kind, place)) return
    const { places: before, recent } = this.#state.get()
    const known = before[kind]
    if (
      latestPlace(before)?.kind === kind &&
      known?.number === place.number &&
      known.verseKey === place.verseKey &&
      known.mushaf === place.mushaf
    ) {
      // An unchanged place is written once a minute. Otherwise every scroll would be a write.
      if (Date.now() - known.at < 60_000) return
    }
    const noted: Place = { ...place, at: Date.now() }
    this.change({
      places: { ...before, [kind]: noted },
      recent: withRecent(recent, { kind, ...noted }),
    })
  }
}
