import { parseResourceKey, type ResourceKey } from '@waraq/contract'
import * as z from 'zod/mini'
import { languages } from '../words/language.ts'

/** What the reader chose in this browser. Pure; `settings-store.ts` keeps it. */

export const themes = ['system', 'light', 'sepia', 'dark'] as const

/** Shares of the usual size, from small to large. */
export const textSizes = [0.85, 1, 1.15, 1.3, 1.5, 1.75, 2] as const

/** Kinds of places to go back to. The last place of each kind is remembered. */
const placeKinds = ['chapter', 'page', 'juz'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** Where the reader was last. */
export interface Place {
  /** Number of the chapter, page or juz. */
  readonly number: number
  /** The verse that stood at the top, as `chapter:verse`; null where that is not known. */
  readonly verseKey: string | null
  /** Milliseconds since the epoch. */
  readonly at: number
}

const place = z.object({
  number: z.int().check(z.gte(1), z.lte(999)),
  verseKey: z.nullable(z.string().check(z.regex(/^\d{1,3}:\d{1,3}$/))),
  at: z.number(),
})

const resource = z.custom<ResourceKey>(
  (value) => typeof value === 'string' && parseResourceKey(value) !== undefined,
)

const size = z.catch(z.number().check(z.gte(textSizes[0]), z.lte(textSizes.at(-1)!)), 1)

/** A field that is not valid, because other code or another version wrote it, gets its default. */
const Settings = z.object({
  /** Null: the language that the browser prefers. */
  language: z.catch(z.nullable(z.enum(languages)), null),
  theme: z.catch(z.enum(themes), 'system'),
  arabicSize: size,
  translationSize: size,
  /** Translations that are read side by side, in the order in which they are shown. Null: all that are here. */
  sideBySide: z.catch(z.nullable(z.array(resource)), null),
  /** The chosen mushaf, tafsir and recitation. Null: the first on this device. */
  mushaf: z.catch(z.nullable(resource), null),
  tafsir: z.catch(z.nullable(resource), null),
  recitation: z.catch(z.nullable(resource), null),
  places: z.catch(
    z.object({
      chapter: z.catch(z.nullable(place), null),
      page: z.catch(z.nullable(place), null),
      juz: z.catch(z.nullable(place), null),
    }),
    { chapter: null, page: null, juz: null },
  ),
})

export interface Settings extends z.infer<typeof Settings> {
  readonly places: Readonly<Record<PlaceKind, Place | null>>
}

export const defaultSettings: Settings = Settings.parse({})

/** The settings that a stored text holds; defaults for those that it lacks. */
export function parseSettings(text: string | null): Settings {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null ? Settings.parse(value) : defaultSettings
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
