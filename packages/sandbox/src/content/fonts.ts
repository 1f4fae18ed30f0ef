import { createHash } from 'node:crypto'
import type { JsonObject } from '@waraq/contract'
import type { Bytes } from '../bytes.ts'
import { fontFile } from './font-file.ts'
import { generatedAt } from './generator.ts'

/** Where fonts are, from the root of the host. */
export const fontsPath = '/fonts'

const familyOf = (mushaf: number, page: number | null) =>
  `sandbox-mushaf-${mushaf}${page === null ? '' : `-p${page}`}`

/** The font of a page, or of the whole mushaf; the box is wider from page to page. */
export function fontOf(mushaf: number, page: number | null): Bytes {
  return fontFile(familyOf(mushaf, page), 100 + (page ?? 0))
}

/** The row of that font. Its address has no host: it is one of the host that serves the content. */
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
