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
  object,
  oneOfNumbers,
  text,
  textOfLength,
  words,
} from './describe.test-support.ts'

/** What the document says of preferences. */

const scale = integer({ least: 1, most: 10 })
const contents = listOf(words('translation', 'transliteration'))
const languages = listOf(textOfLength(0, 10), 1)
const sections = {
  theme: { 'type?': words('auto', 'light', 'sepia', 'dark') },
  reading: {
    readingPreference: words('translation', 'reading', 'readingTranslation'),
    selectedWordByWordLocale: words(
      ...'en, ur, id, bn, tr, fa, ru, hi, de, ta, inh, fr, sq, dv, zh, sd, ml'.split(', '),
    ),
    wordClickFunctionality: words('play-audio', 'no-audio'),
    'isReadingByRevelationOrder?': flag,
    'wordByWordContentType?': contents,
    'wordByWordDisplay?': listOf(words('tooltip', 'inline')),
    'wordByWordTooltipContentType?': contents,
    'wordByWordInlineContentType?': contents,
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
    'quranFont?': words(
      'code_v1',
      'code_v2',
      'text_uthmani',
      'text_indopak',
      'qpc_uthmani_hafs',
      'tajweed',
      'tajweed_v4',
    ),
    'mushafLines?': words('15_lines', '16_lines'),
    'showTajweedRules?': flag,
    'copyVerseAsGlyphs?': flag,
  },
  translations: { 'selectedTranslations?': listOf(anyInteger) },
  tafsirs: { 'selectedTafsirs?': listOf(text) },
  audio: {
    reciter: anyInteger,
    'playbackRate?': oneOfNumbers(0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2),
    'showTooltipWhenPlayingAudio?': flag,
    'enableAutoScrolling?': flag,
  },
  language: {
    'language?': words(
      ...'en, ar, bn, fa, fr, id, it, nl, pt, ru, sq, th, tr, ur, zh, ms, es, sw, vi'.split(', '),
    ),
  },
  userHasCustomised: { userHasCustomised: flag },
} satisfies Record<string, Record<string, Description>>
const Preference = closed(
  Object.fromEntries(Object.entries(sections).map(([name, fields]) => [`${name}?`, closed(fields)])),
)
const oneField = Object.entries(sections).flatMap(([group, fields]) =>
  Object.entries(fields as Record<string, Description>).map(([field, value]): Description => {
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
