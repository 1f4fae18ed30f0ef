import { createHash } from 'node:crypto'
import type { JsonObject } from '@waraq/protocol'
import type { Bytes } from '../bytes.ts'
import { firstCharacter, fontFile, type Glyph } from './font-file.ts'
import { generatedAt } from './generator.ts'
import { type WordOnPage, wordsOnPage } from './page-layout.ts'
import { versesOfPage } from './verses.ts'
import { boxShape, endShape, wordShape } from './word-shapes.ts'
import { wordsOf } from './words.ts'

/** The mushaf whose words are drawn by fonts. */
export const glyphMushaf = 2

/** The path of fonts, from the root of the host. */
export const fontsPath = '/fonts'

const familyOf = (mushaf: number, page: number | null) =>
  `sandbox-mushaf-${mushaf}${page === null ? '' : `-p${page}`}`

/** The character of a word in the font of its page. Characters count from the first word of the complete page. */
export function glyphFor({ wordId, verse }: WordOnPage): string {
  const { firstWordId } = wordsOf(versesOfPage(verse.page)[0]!)
  return String.fromCodePoint(firstCharacter + wordId - firstWordId)
}

/** All words of the page, even if a sandbox holds only some of them. */
function wordGlyphs(page: number): Glyph[] {
  return wordsOnPage(versesOfPage(page)).map(({ kind, text }) =>
    kind === 'word' ? wordShape(text) : endShape,
  )
}

/**
 * The font of a page, or of the entire mushaf. In the glyph mushaf it draws the words of its page. In other mushafs it draws
 * one box, which is wider from page to page.
 */
export function fontOf(mushaf: number, page: number | null): Bytes {
  const drawsWords = mushaf === glyphMushaf && page !== null
  const glyphs = drawsWords ? wordGlyphs(page) : [boxShape(100 + (page ?? 0))]
  return fontFile(familyOf(mushaf, page), glyphs)
}

/** The row of that font. Its address has no host: the host of the content serves it. */
export function fontRow(id: number, mushaf: number, page: number | null): JsonObject {
  const bytes = fontOf(mushaf, page)
  return {
    id,
    record_type: 'font_asset',
    asset_key: page === null ? 'whole' : `p${page}`,
    mushaf_id: mushaf,
    page_number: page,
    font_family: familyOf(mushaf, page),
    format: 'truetype',
    mime_type: 'font/ttf',
    url: `${fontsPath}/${mushaf}/${page ?? 'whole'}.ttf`,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    byte_size: bytes.byteLength,
    version: '1',
    provider: 'Waraq sandbox',
    license_name: 'MIT',
    license_url: null,
    attribution: 'Made by the Waraq sandbox',
    updated_at: generatedAt,
  }
}
