import { generatedAt, type RowGenerator } from './generator.ts'
import type { Language } from './languages.ts'
import { romanize } from './romanize.ts'
import { sourceChapters } from './source-text.ts'
import { wordHead } from './word-translations.ts'
import { wordsOf } from './words.ts'
import { versesOf } from './verses.ts'

/** One row per word, ordered by word and id. The text is quran-json's transliteration if it has as many words as the Arabic. */
export function wordTransliterationRows(language: Language): RowGenerator {
  return (context) => {
    const texts = sourceChapters('transliteration', context.chapters).flatMap((chapter) =>
      chapter.verses.map((verse) => verse.transliteration ?? ''),
    )
    return versesOf(context.chapters).flatMap((verse, index) => {
      const { words, firstWordId } = wordsOf(verse)
      const source = (texts[index] ?? '').trim().split(/\s+/)
      const latin = source.length === words.length ? source : words.map(romanize)
      return latin.map((text, position) => ({
        ...wordHead(context, language, firstWordId + position),
        text,
        updated_at: generatedAt,
      }))
    })
  }
}
