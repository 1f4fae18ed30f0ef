import * as z from 'zod/mini'
import { nullish } from '../../json.ts'
import { textOf } from '../parts/formats.ts'
import { list } from '../parts/list.ts'
import { openNumber, openWord, optionalFlag } from '../parts/objects.ts'
import {
  hadithLanguages,
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
/** At least one, each of at most 10 characters. */
const languages = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ list(/* @__PURE__ */ textOf(0, 10)).check(z.minLength(1)),
)

/** Builders for fields that are one of some words, or one of some numbers. */
interface Vocabulary {
  word<const Word extends string>(words: readonly Word[]): z.ZodMiniType<Word, Word>
  number<const Value extends number>(values: readonly Value[]): z.ZodMiniType<Value, Value>
}

/** The fields of each section. Those that are not optional are required if the section is present. */
/* @__NO_SIDE_EFFECTS__ */
const sectionsIn = ({ word, number }: Vocabulary) => ({
  theme: { type: z.optional(word(themes)) },
  reading: {
    readingPreference: word(readingPreferences),
    hadithLanguage: nullish(word(hadithLanguages)),
    selectedWordByWordLocale: word(wordByWordLocales),
    wordClickFunctionality: word(wordClicks),
    isReadingByRevelationOrder: optionalFlag,
    wordByWordContentType: z.optional(list(word(wordByWordContents))),
    wordByWordDisplay: z.optional(list(word(wordByWordDisplays))),
    wordByWordTooltipContentType: z.optional(list(word(wordByWordContents))),
    wordByWordInlineContentType: z.optional(list(word(wordByWordContents))),
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
    quranFont: z.optional(word(quranFonts)),
    mushafLines: z.optional(word(mushafLineCounts)),
    showTajweedRules: optionalFlag,
    copyVerseAsGlyphs: optionalFlag,
  },
  translations: { selectedTranslations: z.optional(list(z.int())) },
  tafsirs: { selectedTafsirs: z.optional(list(z.string())) },
  audio: {
    reciter: z.int(),
    playbackRate: z.optional(number(playbackRates)),
    showTooltipWhenPlayingAudio: optionalFlag,
    enableAutoScrolling: optionalFlag,
  },
  language: { language: z.optional(word(interfaceLanguages)) },
  userHasCustomised: { userHasCustomised: z.boolean() },
})

/** The sections as they are sent: only with documented words. */
export const preferenceSections = /* @__PURE__ */ sectionsIn({
  word: (words) => z.enum(words) as never,
  number: (values) => z.literal([...values]),
})

/** The sections as they are received: words that the service added later pass. */
export const receivedPreferenceSections = /* @__PURE__ */ sectionsIn({
  word: (words) => openWord(words) as never,
  number: (values) => openNumber(values) as never,
})

export type PreferenceSection = keyof typeof preferenceSections
