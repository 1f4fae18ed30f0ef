/** The words of the preferences, as documented. */

export const themes = ['auto', 'light', 'sepia', 'dark'] as const
export const readingPreferences = ['translation', 'reading', 'readingTranslation'] as const
export const wordByWordLocales = [
  'en',
  'ur',
  'id',
  'bn',
  'tr',
  'fa',
  'ru',
  'hi',
  'de',
  'ta',
  'inh',
  'fr',
  'sq',
  'dv',
  'zh',
  'sd',
  'ml',
] as const
export const hadithLanguages = ['en', 'ar'] as const
export const wordClicks = ['play-audio', 'no-audio'] as const
export const wordByWordContents = ['translation', 'transliteration'] as const
export const wordByWordDisplays = ['tooltip', 'inline'] as const
export const quranFonts = [
  'code_v1',
  'code_v2',
  'text_uthmani',
  'text_indopak',
  'qpc_uthmani_hafs',
  'tajweed',
  'tajweed_v4',
] as const
export const mushafLineCounts = ['15_lines', '16_lines'] as const
export const playbackRates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const
export const interfaceLanguages = [
  'en',
  'ar',
  'bn',
  'fa',
  'fr',
  'id',
  'it',
  'nl',
  'pt',
  'ru',
  'sq',
  'th',
  'tr',
  'ur',
  'zh',
  'ms',
  'es',
  'sw',
  'vi',
] as const
