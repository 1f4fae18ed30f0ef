import { hashOf } from '../random.ts'
import { generatedAt, type GeneratorContext, type RowGenerator } from './generator.ts'
import type { Language } from './languages.ts'
import { wordsOf } from './words.ts'
import { versesOf } from './verses.ts'

const wordIdsPerResource = 1_000_000
const secondRowOffset = 500_000
/** One word in this many has a second row, of lower priority. */
const wordsPerSecondRow = 100

/** Fields that both kinds of word rows share, up to the text. */
export function wordHead(context: GeneratorContext, language: Language, wordId: number) {
  return {
    id: context.id * wordIdsPerResource + wordId,
    resource_content_id: context.contentId,
    resource_id: context.id,
    word_id: wordId,
    language_id: language.id,
    language_name: language.name,
  }
}

/** Generated words that name their location, ordered by word, priority and id. */
export function wordTranslationRows(language: Language): RowGenerator {
  return (context) =>
    versesOf(context.chapters).flatMap((verse) => {
      const { words, firstWordId } = wordsOf(verse)
      return words.flatMap((_, index) => {
        const wordId = firstWordId + index
        const head = wordHead(context, language, wordId)
        const place = `${verse.key}:${index + 1}`
        const first = { ...head, text: `sandbox word ${place}`, priority: 1, updated_at: generatedAt }
        if (hashOf(context.seed, 'second word row', context.id, wordId) % wordsPerSecondRow !== 0)
          return [first]
        const text = `sandbox alternative ${place}`
        return [first, { ...head, id: head.id + secondRowOffset, text, priority: 2, updated_at: generatedAt }]
      })
    })
}
