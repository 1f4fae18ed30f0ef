import * as z from 'zod/mini'
import { preferenceSections, type PreferenceSection } from './sections.ts'

/* @__NO_SIDE_EFFECTS__ */
function section<Name extends PreferenceSection>(name: Name) {
  return z.optional(z.strictObject(preferenceSections[name]))
}

/** How a user likes to read. Sections may be absent; neither they nor the whole may have other keys. */
export const Preference = z.strictObject({
  theme: section('theme'),
  reading: section('reading'),
  quranReaderStyles: section('quranReaderStyles'),
  translations: section('translations'),
  tafsirs: section('tafsirs'),
  audio: section('audio'),
  language: section('language'),
  userHasCustomised: section('userHasCustomised'),
})
export type Preference = z.infer<typeof Preference>

/** What a section cannot be without: the service takes no whole section that lacks one of these. */
export const requiredPreferenceFields = {
  theme: [],
  reading: [
    'readingPreference',
    'selectedWordByWordLocale',
    'wordClickFunctionality',
    'selectedReadingTranslation',
  ],
  quranReaderStyles: [
    'tafsirFontScale',
    'quranTextFontScale',
    'translationFontScale',
    'reflectionFontScale',
    'qnaFontScale',
    'lessonFontScale',
    'surahInfoFontScale',
    'hadithFontScale',
    'layersFontScale',
    'wordByWordFontScale',
  ],
  translations: [],
  tafsirs: [],
  audio: ['reciter'],
  language: [],
  userHasCustomised: ['userHasCustomised'],
} as const satisfies {
  readonly [Name in PreferenceSection]: readonly (keyof (typeof preferenceSections)[Name])[]
}

/** The required fields that part of a section still lacks before it can be sent as a whole section. */
export function missingPreferenceFields(
  name: PreferenceSection,
  part: Readonly<Record<string, unknown>>,
): string[] {
  return requiredPreferenceFields[name].filter((field) => part[field] === undefined)
}
