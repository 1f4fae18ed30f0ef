import { fileUnusable } from '../../files/failures.ts'
import type { FileFailure } from '../../files/report.ts'
import type { ResourceFile, NamedFiles } from '../../files/file-list.ts'
import type { ResourceRef } from '@waraq/protocol'
import type { StoreView } from '../../store/read/store-view.ts'
import { fontsOf, type FontAsset } from '../readers/fonts.ts'
import { filled } from '../readers/fields.ts'
import type { FontCredit } from './report.ts'

const mebibyte = 1024 * 1024
/** Maximum bytes of a file whose row does not declare its length. */
export const maxUndeclaredBytes = 8 * mebibyte
/** Maximum bytes that a row may declare. A font is checked in one piece, so for a moment all of it is in memory. */
const maxDeclaredBytes = 32 * mebibyte

/** File length declared by the font's row; null if the row declares none. */
export function declaredBytes({ byteSize }: FontAsset): number | null {
  return byteSize !== null && byteSize > 0 ? byteSize : null
}

/** File hash in the font's row; null if the row has no valid one. */
export function hashOf({ sha256 }: FontAsset): string | null {
  const hash = sha256?.toLowerCase() ?? ''
  return /^[0-9a-f]{64}$/.test(hash) ? hash : null
}

/** Chooses the fonts to fetch: the best format for each page, and for each family of the entire mushaf. */
export function chooseFonts(assets: readonly FontAsset[]): FontAsset[] {
  const chosen = new Map<string, FontAsset>()
  for (const asset of assets) {
    const place = asset.page === null ? `* ${asset.family ?? ''}` : String(asset.page)
    // The best format of each page comes first in `assets`.
    if (!chosen.has(place)) chosen.set(place, asset)
  }
  return [...chosen.values()]
}

function problemOf(asset: FontAsset): string | null {
  if (!hashOf(asset)) return 'has no SHA-256 of 64 hexadecimal digits'
  if ((declaredBytes(asset) ?? 0) > maxDeclaredBytes)
    return `says that it is longer than ${maxDeclaredBytes} bytes`
  return null
}

/** The file of a font, with its hash as the key; null if the row has none. */
export function fileOf(asset: FontAsset): ResourceFile<FontAsset> | null {
  const sha256 = hashOf(asset)
  if (sha256 === null) return null
  return { key: sha256, url: asset.url, sha256, bytes: declaredBytes(asset), place: asset }
}

/** Separates fonts that can be checked from those that cannot. */
export function sortOut(wanted: readonly FontAsset[]): Required<NamedFiles<FontAsset>> {
  const files: ResourceFile<FontAsset>[] = []
  const unusable: FileFailure<FontAsset>[] = []
  for (const asset of wanted) {
    const problem = problemOf(asset)
    if (problem === null) files.push(fileOf(asset)!)
    else unusable.push({ place: asset, url: asset.url, error: fileUnusable(problem) })
  }
  return { files, unusable }
}

/** The files of a mushaf's fonts. Null if rows are missing: the fonts are then unknown. */
export async function listFonts(view: StoreView, ref: ResourceRef): Promise<NamedFiles<FontAsset> | null> {
  const rows = await view.rows('font_asset', ref)
  const info = await view.resource(ref)
  if (rows.length !== (info?.rowsByType.get('font_asset') ?? 0)) return null
  return sortOut(chooseFonts(fontsOf(rows)))
}

/** Returns an http or https address, else null. A link in a row may be anything, including `javascript:`. */
function webAddress(given: unknown): string | null {
  const text = filled(given)
  return text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null
}

/** The terms of these fonts, without duplicates. */
export function creditsOf(fonts: readonly FontAsset[]): FontCredit[] {
  const credits = fonts.map(({ row }) => ({
    provider: filled(row.provider),
    licenseName: filled(row.license_name),
    licenseUrl: webAddress(row.license_url),
    attribution: filled(row.attribution),
  }))
  return [...new Map(credits.map((credit) => [JSON.stringify(Object.values(credit)), credit])).values()]
}
