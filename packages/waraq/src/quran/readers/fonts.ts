import { wholeMushaf, type FontAssetRow, type Locator } from '@waraq/protocol'
import { checkPage, checkRef, type RefTo } from './arguments.ts'
import { filled, text, whole } from './fields.ts'
import { query, queryKey, writtenRef, type Query } from './query.ts'

/** A font file of a mushaf. The library stores its address and hash, not its bytes. */
export interface FontAsset {
  /** The page that the font is for; null if it is for the entire mushaf. */
  readonly page: number | null
  /** Address as received. An address without a host belongs to the content root's origin. */
  readonly url: string
  readonly family: string | null
  /** In lower case, such as `woff2`. */
  readonly format: string | null
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string | null
  /** Length of the file in bytes. */
  readonly byteSize: number | null
  /** The row as received, with license and attribution. */
  readonly row: FontAssetRow
}

/** Preferred formats, smaller files first. */
const formats = ['woff2', 'woff']

function rank({ format }: FontAsset): number {
  const index = formats.indexOf(format ?? '')
  return index < 0 ? formats.length : index
}

/** The fonts that have an address, the best format of each page first. */
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

/** Reads all fonts of a mushaf: page by page, then those for the entire mushaf. */
export function fontAssets(ref: RefTo<'mushafs'>): Query<FontAsset[]> {
  const resource = checkRef(ref)
  return query(queryKey('fontAssets', writtenRef(resource)), async (view) =>
    fontsOf(await view.rows('font_asset', resource)),
  )
}

/** Reads the font of a page: its own, else one for the entire mushaf. Undefined if there is neither. */
export function fontAssetOf(ref: RefTo<'mushafs'>, page: number): Query<FontAsset | undefined> {
  const resource = checkRef(ref)
  checkPage(page)
  return query(queryKey('fontAssetOf', writtenRef(resource), page), async (view) => {
    const bestAt = async (place: Locator) =>
      fontsOf(await view.rows('font_asset', resource, { from: place, to: place }))[0]
    return (await bestAt(page)) ?? bestAt(wholeMushaf)
  })
}
