import type { FontAsset } from '../readers/fonts.ts'
import { filled } from '../readers/fields.ts'
import { fontUnusable } from './failures.ts'
import type { FontCredit, FontFailure } from './report.ts'

/** A font that can be checked. `sha256` is the hash of its file, in lower-case hexadecimal digits. */
export interface UsableFont {
  readonly asset: FontAsset
  readonly sha256: string
}

const mebibyte = 1024 * 1024
/** Most bytes of a file whose row does not declare its length. */
export const maxUndeclaredBytes = 8 * mebibyte
/** Most bytes that a row may declare. A file is checked as a whole, so all of it is in memory for a moment. */
const maxDeclaredBytes = 32 * mebibyte

/** The length of a font's file by its row; null where the row does not declare it. */
export function declaredBytes({ byteSize }: FontAsset): number | null {
  return byteSize !== null && byteSize > 0 ? byteSize : null
}

/** The hash of a font's file by its row; null where the row has none. */
export function hashOf({ sha256 }: FontAsset): string | null {
  const hash = sha256?.toLowerCase() ?? ''
  return /^[0-9a-f]{64}$/.test(hash) ? hash : null
}

/** The fonts to fetch: the best format of each page's font, and of each family for the whole mushaf. */
export function chooseFonts(assets: readonly FontAsset[]): FontAsset[] {
  const chosen = new Map<string, FontAsset>()
  for (const asset of assets) {
    const place = asset.page === null ? `* ${asset.family ?? ''}` : String(asset.page)
    // The best format of each comes first.
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

export function failureOf({ page, url }: FontAsset, error: FontFailure['error']): FontFailure {
  return { page, url, error }
}

/** Separates fonts that can be checked from those that cannot. */
export function sortOut(wanted: readonly FontAsset[]): {
  readonly usable: readonly UsableFont[]
  readonly unusable: readonly FontFailure[]
} {
  const usable: UsableFont[] = []
  const unusable: FontFailure[] = []
  for (const asset of wanted) {
    const problem = problemOf(asset)
    if (problem === null) usable.push({ asset, sha256: hashOf(asset)! })
    else unusable.push(failureOf(asset, fontUnusable(problem)))
  }
  return { usable, unusable }
}

/** An http or https address, else null: a link in a row may be anything, `javascript:` included. */
function webAddress(given: unknown): string | null {
  const text = filled(given)
  return text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text : null
}

/** The terms of these fonts, each once. */
export function creditsOf(fonts: readonly UsableFont[]): FontCredit[] {
  const credits = fonts.map(({ asset: { row } }) => ({
    provider: filled(row.provider),
    licenseName: filled(row.license_name),
    licenseUrl: webAddress(row.license_url),
    attribution: filled(row.attribution),
  }))
  return [...new Map(credits.map((credit) => [JSON.stringify(Object.values(credit)), credit])).values()]
}
