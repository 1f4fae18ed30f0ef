import { hashOf } from '../random.ts'
import { escapeHtml, type GeneratorContext, type RowGenerator } from './generator.ts'
import type { Language } from './languages.ts'
import { sourceChapters, type SourceLanguage } from './source-text.ts'
import { verseHead, verseRowId, verseTail } from './verse-fields.ts'
import { type Verse, versesOf } from './verses.ts'

/** One verse in this many has a footnote. */
const versesPerFootnote = 16
/** Footnote ids are above the ids of all rows. */
const footnoteIdOffset = 100_000_000

function footnotes(context: GeneratorContext, language: Language, verse: Verse) {
  if (hashOf(context.seed, 'footnote', context.id, verse.id) % versesPerFootnote !== 0) return []
  const translationId = verseRowId(context.id, verse)
  return [
    {
      id: footnoteIdOffset + translationId,
      translation_id: translationId,
      resource_content_id: context.contentId,
      language_id: language.id,
      language_name: language.name,
      text: `A note made by the sandbox on <i>${verse.key}</i>. It is not part of the translation.`,
    },
  ]
}

/** The texts of the verses of the given chapters, in their order. */
export type VerseTexts = (chapters: readonly number[]) => readonly string[]

/** Returns the texts of a real translation from quran-json. */
export function textsOf(edition: SourceLanguage): VerseTexts {
  return (chapters) =>
    sourceChapters(edition, chapters).flatMap((chapter) =>
      chapter.verses.map((verse) => verse.translation ?? ''),
    )
}

/** Placeholder texts for a translation that may not be copied. Each text says that it is a placeholder. */
export const madeTexts: VerseTexts = (chapters) =>
  versesOf(chapters).map(
    ({ key }) => `Sandbox text in the place of ${key}: the words of this translation are not free to copy.`,
  )

/** Generates the texts of a translation, with a few sandbox footnotes. */
export function translationRows(verseTexts: VerseTexts, language: Language): RowGenerator {
  return (context) => {
    const texts = verseTexts(context.chapters)
    return versesOf(context.chapters).map((verse, index) => {
      const notes = footnotes(context, language, verse)
      const marks = notes.map((note, position) => `<sup foot_note=${note.id}>${position + 1}</sup>`).join('')
      return {
        ...verseHead(context, verse),
        text: escapeHtml(texts[index] ?? '') + marks,
        foot_notes: notes,
        language_id: language.id,
        language_name: language.name,
        ...verseTail(verse),
      }
    })
  }
}
