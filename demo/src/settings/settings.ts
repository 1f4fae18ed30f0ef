import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { languages, type Language } from '../words/language.ts'

/** The reader's choices in this browser. Pure; `settings-store.ts` stores them. */

export const themes = ['system', 'light', 'sepia', 'dark'] as const

/** Factors of the normal size, from small to large. */
export const textSizes = [0.85, 1, 1.15, 1.3, 1.5, 1.75, 2] as const

/** How verses are read: with translations below them, only the Arabic text, or each word with its meaning. */
export const modes = ['translation', 'arabic', 'words'] as const
export type Mode = (typeof modes)[number]

/** Speeds of recitations; 1 is the reciter's own. */
export const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** Kinds of places to return to. The last place of each kind is remembered. */
const placeKinds = ['chapter', 'page', 'juz'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** Where the reader was last. */
export interface Place {
  /** Number of the chapter, page or juz. */
  readonly number: number
  /** The verse at the top, as `chapter:verse`. Null if it is not known. */
  readonly verseKey: string | null
  /** The mushaf that the page belongs to. Pages of other mushafs start and end elsewhere. */
  readonly mushaf?: ResourceKey
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A place of the past days. */
export interface RecentPlace extends Place {
  readonly kind: PlaceKind
}

/** Orders of search results: the most relevant first, or as in the Quran. */
export const searchOrders = ['relevance', 'quran'] as const
export type SearchOrder = (typeof searchOrders)[number]

const mostRecent = 6

export interface Settings {
  /** Null: the language that the browser prefers. */
  readonly language: Language | null
  readonly theme: (typeof themes)[number]
  readonly mode: Mode
  readonly arabicSize: number
  readonly translationSize: number
  /** Translations that are shown side by side, in this order. Null: all that are on this device. */
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
  /**
   * Whether the Arabic text has been fetched automatically once, with the first text that was opened. If it is removed
   * later, it is not fetched again.
   */
  readonly begun: boolean
  readonly places: Readonly<Record<PlaceKind, Place | null>>
  /** Newest first: one place of each chapter and juz, and one of all pages. */
  readonly recent: readonly RecentPlace[]
  readonly searchOrder: SearchOrder
  /** The last searches that led somewhere, newest first. */
  readonly searches: readonly string[]
}

/** Settings are checked by hand. A schema library would be most of the code that is loaded before the first verse. */
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

/** Whether the verse can be in the place: a verse of another chapter is in no chapter but its own. */
export function hasVerse(kind: PlaceKind, { number, verseKey }: Pick<Place, 'number' | 'verseKey'>): boolean {
  return kind !== 'chapter' || verseKey === null || verseKey.startsWith(`${number}:`)
}

function recentPlace(value: unknown): RecentPlace | null {
  const kind = oneOf(placeKinds, fieldsOf(value)['kind'])
  const found = place(value)
  return kind && found ? { kind, ...found } : null
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : [])

/** Returns valid settings. An invalid field, written by other code or another version, gets its default. */
function settingsOf({ language, theme, mode, begun, places, ...fields }: Fields): Settings {
  const { arabicSize, translationSize, sideBySide, mushaf, tafsir, recitation, speed, playsOn, keys } = fields
  const { recent, searchOrder, searches } = fields
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
    recent: listOf(recent)
      .map(recentPlace)
      .filter((each) => each !== null)
      .slice(0, mostRecent),
    searchOrder: oneOf(searchOrders, searchOrder) ?? 'relevance',
    searches: listOf(searches)
      .filter((each) => typeof each === 'string')
      .slice(0, mostRecent),
  }
}

export const defaultSettings: Settings = settingsOf({})

/** The settings that show what a person read and searched for, without any of it. Used when their data leaves the device. */
export const nothingRead: Pick<Settings, 'places' | 'recent' | 'searches'> = {
  places: defaultSettings.places,
  recent: defaultSettings.recent,
  searches: defaultSettings.searches,
}

/** Returns the settings that a stored text contains, with defaults for missing ones. */
export function parseSettings(text: string | null): Settings {
  try {
    return settingsOf(fieldsOf(JSON.parse(text ?? '{}')))
  } catch {
    return defaultSettings
  }
}

/** Adds a place to the recent ones, in place of the former one of the same chapter or juz, or of the former page. */
export function withRecent(recent: readonly RecentPlace[], place: RecentPlace): readonly RecentPlace[] {
  const isSame = ({ kind, number }: RecentPlace) =>
    kind === place.kind && (kind === 'page' || number === place.number)
  return [place, ...recent.filter((each) => !isSame(each))].slice(0, mostRecent)
}

/** Adds a search to the last ones. A repeated search moves to the front. */
export function withSearch(searches: readonly string[], text: string): readonly string[] {
  const added = text.trim()
  if (added === '') return searches
  const same = added.toLowerCase()
  return [added, ...searches.filter((each) => each.toLowerCase() !== same)].slice(0, mostRecent)
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

/**
 * The verse where the person was last, as `2:255`. Null if only a page or a juz is known. For a chapter without a verse,
 * its first verse.
 */
export function latestVerse(places: Settings['places']): string | null {
  const latest = latestPlace(places)
  if (!latest) return null
  const { kind, place } = latest
  return place.verseKey ?? (kind === 'chapter' ? `${place.number}:1` : null)
}
