import type { FontAssetRow, ResourceRef } from '@waraq/contract'
import { checkPage, checkRef } from './arguments.ts'
import { filled, text, whole } from './fields.ts'
import { query, queryKey, writtenRef, type Query } from './query.ts'

/** A file of a font that a mushaf is written in. Its bytes are not in the library: only where they are, and what they are. */
export interface FontAsset {
  /** The page that it is for; null where it is for the whole mushaf. */
  readonly page: number | null
  /** As received: it may lack a host, and is then one of the content root's. */
  readonly url: string
  readonly family: string | null
  /** In small letters, such as `woff2`. */
  readonly format: string | null
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string | null
  /** Length of the file in bytes. */
  readonly byteSize: number | null
  /** The row as received: license and attribution, too. */
  readonly row: FontAssetRow
}

/** The smaller ones first. */
const formats = ['woff2', 'woff']

function rank({ format }: FontAsset): number {
  const index = formats.indexOf(format ?? '')
  return index < 0 ? formats.length : index
}

/** Fonts that can be asked for, each page's best format first. */
export function fontsOf(rows: readonly { readonly data: FontAssetRow }[]): FontAsset[] {
  const fonts = rows.flatMap(({ data: row }): FontAsset[] => {
    const url = filled(row.url)
    if (url === null) return []
    const page = whole(row.page_number)
    const format = filled(text(row.format).toLowerCase())
    const [family, sha256] = [filled(row.font_family), filled(row.sha256)]
    return [{ page, url, family, format, sha256, byteSize: whole(row.byte_size), row }]
  })
  return fonts.sort((a, b) => (a.page === b.page ? rank(a) - rank(b) : 0))
}

/** All fonts of a mushaf: page by page, then those for the whole of it. */
export function fontAssets(ref: ResourceRef): Query<FontAsset[]> {
  const resource = checkRef(ref)
  return query(queryKey('fontAssets', writtenRef(resource)), async (view) =>
    fontsOf(await view.rows('font_asset', resource)),
  )
}

/** The font to show a page with: its own, else one for the whole mushaf. Undefined where there is neither. */
export function fontAssetOf(ref: ResourceRef, page: number): Query<FontAsset | undefined> {
  const resource = checkRef(ref)
  checkPage(page)
  return query(queryKey('fontAssetOf', writtenRef(resource), page), async (view) => {
    const [own] = fontsOf(await view.rows('font_asset', resource, { from: page, to: page }))
    // Those for the whole mushaf have no place, so all have to be looked at.
    return own ?? fontsOf(await view.rows('font_asset', resource)).find((font) => font.page === null)
  })
}
