import type { KnownResourceGroup } from '@waraq/protocol'
import { articleRows } from './articles.ts'
import { glyphMushaf } from './fonts.ts'
import { remembered, type RowGenerator } from './generator.ts'
import { languages, type Language } from './languages.ts'
import { glyphMushafRows, textMushafRows } from './mushafs.ts'
import { quranCoreRows } from './quran-core.ts'
import {
  addressBelowBase,
  addressWithoutScheme,
  chapterRecitationRows,
  recitationRows,
  timedChapterRecitationRows,
} from './recitations.ts'
import type { SourceLanguage } from './source-text.ts'
import { tafsirRows } from './tafsirs.ts'
import { madeTexts, textsOf, translationRows } from './translations.ts'
import { wordTranslationRows } from './word-translations.ts'
import { wordTransliterationRows } from './word-transliterations.ts'

/** A resource that the sandbox can hold: its catalogue entry, and the generator of its rows. */
export interface SampleResource {
  readonly group: KnownResourceGroup
  readonly id: number
  /** Null for articles. */
  readonly contentId: number | null
  readonly name: string
  readonly author: string
  readonly language: Language
  readonly rows: RowGenerator
  /** Whether a sandbox holds it only if a filter names its id. Neither a preset nor `*` selects it. */
  readonly byIdOnly?: boolean
  /** Whether its rows name recordings and therefore depend on their origin. */
  readonly namesRecordings?: boolean
}

function translation(
  id: number,
  edition: SourceLanguage,
  name: string,
  author: string,
  texts = textsOf(edition),
): SampleResource {
  const language = languages[edition]
  const rows = translationRows(texts, language)
  return { group: 'translations', id, contentId: id, name, author, language, rows }
}

function generated(
  group: KnownResourceGroup,
  id: number,
  contentId: number | null,
  name: string,
  language: Language,
  rows: RowGenerator,
): SampleResource {
  return { group, id, contentId, name, author: 'Waraq sandbox', language, rows }
}

const { ar, en } = languages

function recited(
  group: 'chapter_recitations' | 'recitations',
  id: number,
  contentId: number,
  name: string,
  rows: RowGenerator,
): SampleResource {
  return { ...generated(group, id, contentId, name, ar, rows), namesRecordings: true }
}

/** A translation of the service whose text may not be copied. */
const withMadeTexts = (id: number, edition: SourceLanguage, name: string, author: string): SampleResource =>
  translation(id, edition, `${name} (generated)`, author, madeTexts)

/**
 * Ids have the same meaning as at the service, which has none from 9,000 on. Names of translations credit the edition and
 * the source of the text. Names of generated content say that it is generated.
 */
const items: readonly SampleResource[] = [
  ...[1, 2, 3].map((id) => generated('articles', id, null, `Sandbox article ${id}`, en, articleRows)),
  recited('chapter_recitations', 1, 901, 'Sandbox reciter one', chapterRecitationRows),
  recited('chapter_recitations', 7, 907, 'Sandbox reciter seven', timedChapterRecitationRows),
  generated('mushafs', 1, 501, 'Sandbox mushaf', ar, textMushafRows),
  {
    ...generated('mushafs', glyphMushaf, 502, 'Sandbox glyph mushaf', ar, glyphMushafRows),
    byIdOnly: true,
  },
  generated('quran_core', 1, 401, 'Arabic text (quran-json)', ar, quranCoreRows),
  recited('recitations', 1, 801, 'Sandbox reciter one', recitationRows(addressWithoutScheme)),
  recited('recitations', 7, 807, 'Sandbox reciter seven', recitationRows(addressBelowBase)),
  generated('tafsirs', 168, 168, 'Sandbox commentary two (generated)', en, tafsirRows),
  generated('tafsirs', 169, 169, 'Sandbox commentary (generated)', en, tafsirRows),
  translation(20, 'en', 'Saheeh International (quran-json)', 'Umm Muhammad (Saheeh International)'),
  translation(31, 'fr', 'Muhammad Hamidullah (quran-json)', 'Muhammad Hamidullah'),
  translation(
    33,
    'id',
    'Indonesian Islamic Affairs Ministry (quran-json)',
    'Indonesian Islamic Affairs Ministry',
  ),
  translation(45, 'ru', 'Elmir Kuliev (quran-json)', 'Elmir Kuliev'),
  translation(48, 'sv', 'Knut Bernström (quran-json)', 'Knut Bernström'),
  { ...withMadeTexts(56, 'zh', 'Ma Jian', 'Ma Jian'), byIdOnly: true },
  translation(77, 'tr', 'Diyanet (quran-json)', 'Turkish Directorate of Religious Affairs'),
  translation(83, 'es', 'Muhammad Isa García (quran-json)', 'Muhammad Isa García'),
  translation(97, 'ur', "Abul A'la Maududi (quran-json)", "Abul A'la Maududi"),
  translation(109, 'zh', 'Muhammad Makin (quran-json)', 'Muhammad Makin'),
  withMadeTexts(131, 'en', 'The Clear Quran', 'Dr. Mustafa Khattab'),
  { ...withMadeTexts(161, 'bn', 'Taisirul Quran', 'Tawheed Publication'), byIdOnly: true },
  translation(9161, 'bn', 'Muhiuddin Khan (quran-json)', 'Muhiuddin Khan'),
  generated('word_by_word_translations', 59, 59, 'Sandbox words (generated)', en, wordTranslationRows(en)),
  generated('word_by_word_transliterations', 60, 60, 'Word transliteration', en, wordTransliterationRows(en)),
]

/** All resources that a sandbox can hold, by group and id. */
export const sampleResources: readonly SampleResource[] = items.map((item) => ({
  ...item,
  rows: remembered(item.rows),
}))
