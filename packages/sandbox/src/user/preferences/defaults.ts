import type { UpdatePreferencesBody, PreferenceSection } from '@waraq/contract/user'

/**
 * What a section begins with when one of its fields is set before it was ever sent whole: the document lets a single field
 * be set, and lets no section lack a field that it requires. What the required ones are then, it does not say. Here: text
 * of the usual size, and a translation and a reciter that every sandbox has. Optional fields stay unset.
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
