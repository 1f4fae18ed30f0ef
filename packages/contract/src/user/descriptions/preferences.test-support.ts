import { data, message } from './common.test-support.ts'
import {
  type Description,
  andBreaks,
  anyInteger,
  closed,
  eitherOf,
  flag,
  inside,
  integer,
  listOf,
  mistaken,
  mushafId,
  nullable,
  object,
  oneOfNumbers,
  openNumbers,
  openWords,
  text,
  textOfLength,
  words,
} from './describe.test-support.ts'

/** What the document says of preferences. */

const scale = integer({ least: 1, most: 10 })
const languages = listOf(textOfLength(0, 10), 1)
type Sections = Readonly<Record<string, Readonly<Record<string, Description>>>>
const sectionsOf = (word: typeof words, number: typeof oneOfNumbers): Sections => ({
  theme: { 'type?': word('auto', 'light', 'sepia', 'dark') },
  reading: {
    readingPreference: word('translation', 'reading', 'readingTranslation'),
    'hadithLanguage?': nullable(word('en', 'ar')),
    selectedWordByWordLocale: word(
      ...'en, ur, id, bn, tr, fa, ru, hi, de, ta, inh, fr, sq, dv, zh, sd, ml'.split(', '),
    ),
    wordClickFunctionality: word('play-audio', 'no-audio'),
    'isReadingByRevelationOrder?': flag,
    'wordByWordContentType?': listOf(word('translation', 'transliteration')),
    'wordByWordDisplay?': listOf(word('tooltip', 'inline')),
    'wordByWordTooltipContentType?': listOf(word('translation', 'transliteration')),
    'wordByWordInlineContentType?': listOf(word('translation', 'transliteration')),
    selectedReadingTranslation: textOfLength(1, 255),
    'selectedReflectionLanguages?': languages,
    'selectedLessonLanguages?': languages,
  },
  quranReaderStyles: {
    tafsirFontScale: scale,
    quranTextFontScale: scale,
    translationFontScale: scale,
    reflectionFontScale: scale,
    qnaFontScale: scale,
    lessonFontScale: scale,
    surahInfoFontScale: scale,
    hadithFontScale: scale,
    layersFontScale: scale,
    wordByWordFontScale: integer({ least: 1, most: 6 }),
    'quranFont?': word(
      'code_v1',
      'code_v2',
      'text_uthmani',
      'text_indopak',
      'qpc_uthmani_hafs',
      'tajweed',
      'tajweed_v4',
    ),
    'mushafLines?': word('15_lines', '16_lines'),
    'showTajweedRules?': flag,
    'copyVerseAsGlyphs?': flag,
  },
  translations: { 'selectedTranslations?': listOf(anyInteger) },
  tafsirs: { 'selectedTafsirs?': listOf(text) },
  audio: {
    reciter: anyInteger,
    'playbackRate?': number(0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2),
    'showTooltipWhenPlayingAudio?': flag,
    'enableAutoScrolling?': flag,
  },
  language: {
    'language?': word(
      ...'en, ar, bn, fa, fr, id, it, nl, pt, ru, sq, th, tr, ur, zh, ms, es, sw, vi'.split(', '),
    ),
  },
  userHasCustomised: { userHasCustomised: flag },
})
const sections = sectionsOf(words, oneOfNumbers)
const whole = (all: Sections, of: (fields: Sections[string]) => Description): Description =>
  of(Object.fromEntries(Object.entries(all).map(([name, fields]) => [`${name}?`, of(fields)])))
const Preference = whole(sectionsOf(openWords, openNumbers), object)
const oneField = Object.entries(sections).flatMap(([group, fields]) =>
  Object.entries(fields).map(([field, value]): Description => {
    const key = field.replace('?', '')
    const { valid, breaks } = object({ value })
    const place = { group, key }
    return {
      valid: valid.map((part) => ({ ...place, ...(part as object) })),
      breaks: breaks
        .filter(({ rule }) => rule !== 'object')
        .map(({ rule, broken }) => ({
          rule: `${group}.${key}: ${rule}`,
          broken: broken.map(({ value, path }) => ({ value: { ...place, ...(value as object) }, path })),
        })),
    }
  }),
)

export const preferences = {
  Preference,
  UpdatePreferencesBody: whole(sections, closed),
  UpdatePreferenceBody: andBreaks(
    eitherOf(...oneField),
    mistaken(
      'a section',
      'group',
      { key: 'type', value: 'dark' },
      { group: 'themes', key: 'type', value: 'dark' },
    ),
    mistaken(
      'of the section',
      'key',
      { group: 'theme', value: 'dark' },
      { group: 'theme', key: 'reciter', value: 7 },
    ),
  ),
  UpdatePreferenceQuery: closed({ mushafId }),
  UpdatePreferenceResponse: message('preference updated'),
  GetPreferencesResponse: data(inside(Preference)),
  UpdatePreferencesQuery: closed({ mushafId }),
  UpdatePreferencesResponse: message('preferences updated'),
}
