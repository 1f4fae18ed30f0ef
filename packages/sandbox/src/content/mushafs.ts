import type { JsonObject } from '@waraq/protocol'
import { between, randomFor, shuffled } from '../random.ts'
import { generatedAt, type GeneratorContext, type RowGenerator } from './generator.ts'
import { fontRow, glyphFor } from './fonts.ts'
import { isPrinted, layOutPage, type PlacedWord, type WordOnPage, wordsOnPage } from './page-layout.ts'
import { verseMapping } from './verse-fields.ts'
import { byPage, pageCount, type Verse, versesOf } from './verses.ts'

/** Pages on which (line_number, position_in_line) contradicts the reading order, as observed on the live service. */
const misplacedPages = 227
const idsPerMushaf = 100_000
/** All mushafs have the lines of the first one. */
const firstMushaf = 1
/** Word rows start at this id. Their ids overlap those of page rows; only the record type distinguishes them. */
const firstWordRowId = 301
/** Ids of font rows come after those of all words. The font of the entire mushaf has the first one. */
const firstFontRowId = 90_000
const linesPerPage = 15

/** The differences between mushafs. Pages, lines and words are the same in all of them. */
interface Edition {
  readonly name: string
  readonly defaultFont: string
  readonly mapping: string
  readonly text: (word: WordOnPage) => string
  /** Whether there is a font for the entire mushaf in addition to those of its pages. */
  readonly wholeFont: boolean
}

function pageRow(
  context: GeneratorContext,
  page: number,
  verses: readonly Verse[],
  words: readonly WordOnPage[],
): JsonObject {
  return {
    id: (context.id - 1) * idsPerMushaf + page,
    record_type: 'mushaf_page',
    mushaf_id: context.id,
    page_number: page,
    first_verse_id: verses[0]!.id,
    last_verse_id: verses.at(-1)!.id,
    first_word_id: words[0]!.wordId,
    last_word_id: words.at(-1)!.wordId,
    verses_count: verses.length,
    verse_mapping: verseMapping(verses),
    updated_at: generatedAt,
  }
}

function wordRow(context: GeneratorContext, page: number, word: PlacedWord, text: string): JsonObject {
  return {
    id: (context.id - 1) * idsPerMushaf + firstWordRowId - 1 + word.wordId,
    record_type: 'mushaf_word',
    mushaf_id: context.id,
    word_id: word.wordId,
    verse_id: word.verse.id,
    text,
    char_type_id: word.kind === 'word' ? 1 : 2,
    char_type_name: word.kind,
    page_number: page,
    line_number: word.line,
    position_in_verse: word.positionInVerse,
    position_in_line: word.positionInLine,
    position_in_page: word.positionInPage,
    css_class: word.kind === 'end' ? 'end' : '',
    css_style: '',
  }
}

/** Swaps the positions in the line of two words, so that they no longer follow the reading order. */
function misplace(seed: number, page: number, words: PlacedWord[]): PlacedWord[] {
  if (words.length < 2) return words
  const random = randomFor(seed, 'misplaced words', firstMushaf, page)
  const first = between(random, 0, words.length - 2)
  const second = between(random, first + 1, words.length - 1)
  const a = words[first]!
  const b = words[second]!
  return words.with(first, { ...a, line: b.line, positionInLine: b.positionInLine }).with(second, {
    ...b,
    line: a.line,
    positionInLine: a.positionInLine,
  })
}

/** Metadata, pages, fonts and words of a mushaf. The words are on their true pages, spread evenly over 15 lines. */
const mushafRows =
  (edition: Edition): RowGenerator =>
  (context) => {
    const pageNumbers = Array.from({ length: pageCount }, (_, index) => index + 1)
    const misplaced = new Set(
      shuffled(randomFor(context.seed, 'misplaced pages', firstMushaf), pageNumbers)
        .filter((page) => !isPrinted(page))
        .slice(0, misplacedPages),
    )
    const pages: JsonObject[] = []
    const words: JsonObject[] = []
    const held = byPage(versesOf(context.chapters))
    for (const [page, verses] of held) {
      const tokens = wordsOnPage(verses)
      pages.push(pageRow(context, page, verses, tokens))
      const placed = layOutPage(page, tokens, linesPerPage)
      const final = misplaced.has(page) ? misplace(context.seed, page, placed) : placed
      for (const word of final) words.push(wordRow(context, page, word, edition.text(word)))
    }
    const mushaf: JsonObject = {
      id: context.id,
      record_type: 'mushaf',
      name: edition.name,
      pages_count: pageCount,
      lines_per_page: linesPerPage,
      default_font_name: edition.defaultFont,
      mapping_mode: edition.mapping,
      qirat: { id: 1, name: 'Hafs' },
    }
    const fonts = [...held.keys(), ...(edition.wholeFont ? [null] : [])].map((page) =>
      fontRow((context.id - 1) * idsPerMushaf + firstFontRowId + (page ?? 0), context.id, page),
    )
    return [mushaf, ...pages, ...fonts, ...words]
  }

/** A mushaf whose words are Arabic text, which any font can show. */
export const textMushafRows = mushafRows({
  name: 'Sandbox mushaf',
  defaultFont: 'sans-serif',
  mapping: 'text',
  text: (word) => word.text,
  wholeFont: true,
})

/** A mushaf whose words are private-use characters, which only the fonts of their pages can show. */
export const glyphMushafRows = mushafRows({
  name: 'Sandbox glyph mushaf',
  defaultFont: 'sandbox-mushaf-2',
  mapping: 'page',
  text: glyphFor,
  wholeFont: false,
})
