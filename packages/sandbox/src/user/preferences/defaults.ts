import type { UpdatePreferencesBody, PreferenceSection } from '@waraq/protocol/user'

/**
 * The required fields of a section whose first field is set before the section was ever sent whole. The document lets a single
 * field be set, but lets no section lack a required field, and does not give their values. Here: text of the usual size, and a
 * translation and a reciter that every sandbox has. Optional fields stay unset.
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
