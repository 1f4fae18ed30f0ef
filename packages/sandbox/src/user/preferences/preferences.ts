import {
  UpdatePreferencesBody,
  type PreferenceSection,
  UpdatePreferenceBody,
  UpdatePreferenceQuery,
  UpdatePreferencesQuery,
} from '@waraq/protocol/user'
import { done, route, type UserRoute } from '../parts/route.ts'

/**
 * The required fields of a section. They are used if a single field is set before the section was ever sent completely. The
 * API documentation allows setting a single field, requires these fields in every section, and does not give their defaults.
 * Here: text of the usual size, and a translation and a reciter that every sandbox has. Optional fields stay unset.
 */
export const sectionDefaults = {
  theme: {},
  reading: {
    readingPreference: 'translation',
    selectedWordByWordLocale: 'en',
    wordClickFunctionality: 'play-audio',
    selectedReadingTranslation: '20',
  },
  quranReaderStyles: {
    tafsirFontScale: 3,
    quranTextFontScale: 3,
    translationFontScale: 3,
    reflectionFontScale: 3,
    qnaFontScale: 3,
    lessonFontScale: 3,
    surahInfoFontScale: 3,
    hadithFontScale: 3,
    layersFontScale: 3,
    wordByWordFontScale: 3,
  },
  translations: {},
  tafsirs: {},
  audio: { reciter: 7 },
  language: {},
  userHasCustomised: { userHasCustomised: false },
} as const satisfies {
  readonly [Name in PreferenceSection]: Readonly<NonNullable<UpdatePreferencesBody[Name]>>
}

type Section = Readonly<Record<string, unknown>>

const sectionNames = Object.keys(sectionDefaults) as PreferenceSection[]

/**
 * The preferences of users: one set per user for all mushafs. According to the API documentation each change names a mushaf,
 * but no request can ask for the preferences of one. The font and lines of a mushaf are separate fields.
 */
export class Preferences {
  readonly #byUser = new Map<string, Map<PreferenceSection, Section>>()

  /** The sections that were ever set, each with all its required fields. */
  of(userId: string): Readonly<Record<string, Section>> {
    return Object.fromEntries(this.#sections(userId))
  }

  /** Sets one field. A section that was never set starts with its defaults. */
  setField(userId: string, { group, key, value }: UpdatePreferenceBody): void {
    this.#change(userId, group, { [key]: value }, sectionDefaults[group])
  }

  /** Sets the given fields. All other fields and sections stay. */
  setSections(userId: string, sections: UpdatePreferencesBody): void {
    for (const name of sectionNames) {
      const fields = sections[name]
      if (fields) this.#change(userId, name, fields, {})
    }
  }

  #change(userId: string, name: PreferenceSection, fields: Section, beginning: Section): void {
    const sections = this.#sections(userId)
    sections.set(name, { ...beginning, ...sections.get(name), ...fields })
  }

  #sections(userId: string): Map<PreferenceSection, Section> {
    const sections = this.#byUser.get(userId) ?? new Map<PreferenceSection, Section>()
    this.#byUser.set(userId, sections)
    return sections
  }
}

/** The operations on preferences. Their schemas refuse a complete section that lacks a required field. */
export function preferenceRoutes({ preferences }: { readonly preferences: Preferences }): UserRoute[] {
  return [
    route('GET', '/v1/preferences', { scope: 'preference.read' }, ({ userId }) =>
      done(preferences.of(userId)),
    ),
    route(
      'POST',
      '/v1/preferences',
      { scope: 'preference.update', query: UpdatePreferenceQuery, body: UpdatePreferenceBody },
      ({ userId, body }) => {
        preferences.setField(userId, body)
        return done({ message: 'preference updated' })
      },
    ),
    route(
      'POST',
      '/v1/preferences/bulk',
      { scope: 'preference.update', query: UpdatePreferencesQuery, body: UpdatePreferencesBody },
      ({ userId, body }) => {
        preferences.setSections(userId, body)
        return done({ message: 'preferences updated' })
      },
    ),
  ]
}
