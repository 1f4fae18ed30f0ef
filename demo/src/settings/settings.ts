import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { languages, type Language } from '../words/language.ts'

/** What the reader chose in this browser. Pure; `settings-store.ts` keeps it. */

export const themes = ['system', 'light', 'sepia', 'dark'] as const

/** Shares of the usual size, from small to large. */
export const textSizes = [0.85, 1, 1.15, 1.3, 1.5, 1.75, 2] as const

/** How verses are read: with translations below them, the Arabic text alone, or each word with its meaning. */
export const modes = ['translation', 'arabic', 'words'] as const
export type Mode = (typeof modes)[number]

/** Speeds of recitations; 1 is the reciter's own. */
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** Kinds of places to go back to. The last place of each kind is remembered. */
const placeKinds = ['chapter', 'page', 'juz'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** Where the reader was last. */
export interface Place {
  /** Number of the chapter, page or juz. */
  readonly number: number
  /** The verse that stood at the top, as `chapter:verse`; null where that is not known. */
  readonly verseKey: string | null
  /** The mushaf that the page is of. Others begin and end their pages elsewhere. */
  readonly mushaf?: ResourceKey
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface Settings {
  /** Null: the language that the browser prefers. */
  readonly language: Language | null
  readonly theme: (typeof themes)[number]
  readonly mode: Mode
  readonly arabicSize: number
  readonly translationSize: number
  /** Translations that are read side by side, in the order in which they are shown. Null: all that are here. */
  readonly sideBySide: readonly ResourceKey[] | null
  /** The chosen mushaf, tafsir and recitation. Null: the first on this device. */
  readonly mushaf: ResourceKey | null
  readonly tafsir: ResourceKey | null
  readonly recitation: ResourceKey | null
  readonly speed: (typeof speeds)[number]
  /** Whether the player continues with the next chapter. */
  readonly playsOn: boolean
  /** Whether single keys do something. */
  readonly keys: boolean
  /** Whether the Arabic text came by itself once, with the first text that was opened. What is removed then stays away. */
  readonly begun: boolean
  readonly places: Readonly<Record<PlaceKind, Place | null>>
}

/** Checks by hand, because a schema's library would be most of what is loaded before the first verse. */
type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function oneOf<T extends string | number>(known: readonly T[], value: unknown): T | null {
  return known.find((each) => each === value) ?? null
}

function isResource(value: unknown): value is ResourceKey {
  return typeof value === 'string' && parseResourceKey(value) !== undefined
}

const resource = (value: unknown) => (isResource(value) ? value : null)

function size(value: unknown): number {
  return typeof value === 'number' && value >= textSizes[0] && value <= textSizes.at(-1)! ? value : 1
}

function place(value: unknown): Place | null {
  const { number, verseKey, at, mushaf } = fieldsOf(value)
  if (!Number.isInteger(number) || typeof at !== 'number' || !Number.isFinite(at)) return null
  if (verseKey !== null && !(typeof verseKey === 'string' && /^\d{1,3}:\d{1,3}$/.test(verseKey))) return null
  const isPlace = (number as number) >= 1 && (number as number) <= 999
  return isPlace ? { number: number as number, verseKey, at, ...(isResource(mushaf) && { mushaf }) } : null
}

/** A field that is not valid, because other code or another version wrote it, gets its default. */
function settingsOf({ language, theme, mode, begun, places, ...fields }: Fields): Settings {
  const { arabicSize, translationSize, sideBySide, mushaf, tafsir, recitation, speed, playsOn, keys } = fields
  const { chapter, page, juz } = fieldsOf(places)
  return {
    language: oneOf(languages, language),
    theme: oneOf(themes, theme) ?? 'system',
    mode: oneOf(modes, mode) ?? 'translation',
    arabicSize: size(arabicSize),
    translationSize: size(translationSize),
    sideBySide: Array.isArray(sideBySide) && sideBySide.every(isResource) ? sideBySide : null,
    mushaf: resource(mushaf),
    tafsir: resource(tafsir),
    recitation: resource(recitation),
    speed: oneOf(speeds, speed) ?? 1,
    playsOn: playsOn === true,
    keys: keys !== false,
    begun: begun === true,
    places: { chapter: place(chapter), page: place(page), juz: place(juz) },
  }
}

export const defaultSettings: Settings = settingsOf({})

/** The settings that a stored text holds; defaults for those that it lacks. */
export function parseSettings(text: string | null): Settings {
  try {
    return settingsOf(fieldsOf(JSON.parse(text ?? '{}')))
  } catch {
    return defaultSettings
  }
}

/** The latest place of all kinds; null before the first. */
export function latestPlace(
  places: Settings['places'],
): { readonly kind: PlaceKind; readonly place: Place } | null {
  return placeKinds.reduce<{ readonly kind: PlaceKind; readonly place: Place } | null>((latest, kind) => {
    const found = places[kind]
    return found && (!latest || found.at > latest.place.at) ? { kind, place: found } : latest
  }, null)
}

/** The verse where the person was last, as `2:255`; null where only a page or a juz is known. A chapter begins at its first. */
export function latestVerse(places: Settings['places']): string | null {
  const latest = latestPlace(places)
  if (!latest) return null
  const { kind, place } = latest
  return place.verseKey ?? (kind === 'chapter' ? `${place.number}:1` : null)
}
