import * as z from 'zod/mini'
import { textOf } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { optionalFlag } from '../parts/objects.ts'
import {
  interfaceLanguages,
  mushafLineCounts,
  playbackRates,
  quranFonts,
  readingPreferences,
  themes,
  wordByWordContents,
  wordByWordDisplays,
  wordByWordLocales,
  wordClicks,
} from './vocabulary.ts'

/** 1 to 10. */
const scale = /* @__PURE__ */ z.int().check(z.gte(1), z.lte(10))
/** 1 to 6. */
const wordByWordScale = /* @__PURE__ */ z.int().check(z.gte(1), z.lte(6))
const contents = /* @__PURE__ */ z.optional(list(z.enum(wordByWordContents)))
/** At least one, each of at most 10 characters. */
const languages = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ list(/* @__PURE__ */ z.string().check(z.maxLength(10))).check(z.minLength(1)),
)

/** The fields of each section of the preferences. Those that are not optional are required once there is the section. */
export const preferenceSections = {
  theme: { type: z.optional(z.enum(themes)) },
  reading: {
    readingPreference: z.enum(readingPreferences),
    selectedWordByWordLocale: z.enum(wordByWordLocales),
    wordClickFunctionality: z.enum(wordClicks),
    isReadingByRevelationOrder: optionalFlag,
    wordByWordContentType: contents,
    wordByWordDisplay: z.optional(list(z.enum(wordByWordDisplays))),
    wordByWordTooltipContentType: contents,
    wordByWordInlineContentType: contents,
    selectedReadingTranslation: textOf(1, 255),
    selectedReflectionLanguages: languages,
    selectedLessonLanguages: languages,
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
    wordByWordFontScale: wordByWordScale,
    quranFont: z.optional(z.enum(quranFonts)),
    mushafLines: z.optional(z.enum(mushafLineCounts)),
    showTajweedRules: optionalFlag,
    copyVerseAsGlyphs: optionalFlag,
  },
  translations: { selectedTranslations: z.optional(list(z.int())) },
  tafsirs: { selectedTafsirs: z.optional(list(z.string())) },
  audio: {
    reciter: z.int(),
    playbackRate: z.optional(z.literal(playbackRates)),
    showTooltipWhenPlayingAudio: optionalFlag,
    enableAutoScrolling: optionalFlag,
  },
  language: { language: z.optional(z.enum(interfaceLanguages)) },
  userHasCustomised: { userHasCustomised: z.boolean() },
}

export type PreferenceSection = keyof typeof preferenceSections
