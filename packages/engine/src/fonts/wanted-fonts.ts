import type { FontAsset } from '../readers/fonts.ts'
import { filled } from '../readers/fields.ts'
import { fontUnusable } from './failures.ts'
import type { FontCredit, FontFailure } from './report.ts'

/** A font that can be checked: its file has this SHA-256, in small hexadecimal digits. */
export interface UsableFont {
  readonly asset: FontAsset
  readonly sha256: string
}

const mebibyte = 1024 * 1024
/** Bytes of a file whose row does not say how long it is. */
export const mostBytesUnsaid = 8 * mebibyte
/** Bytes that a row may say. Files are checked as a whole, so each is in memory for a moment. */
const mostBytesSaid = 32 * mebibyte

/** What a row says of the length of its file; null where it says nothing. */
export function saidBytes({ byteSize }: FontAsset): number | null {
  return byteSize !== null && byteSize > 0 ? byteSize : null
}

/** The hash of the font's file; null where the row has none. */
export function hashOf({ sha256 }: FontAsset): string | null {
  const hash = sha256?.toLowerCase() ?? ''
  return /^[0-9a-f]{64}$/.test(hash) ? hash : null
}

/** What is to be fetched of all that there is: the best format of each page's font, and of each family for the whole mushaf. */
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
  if ((saidBytes(asset) ?? 0) > mostBytesSaid) return `says that it is longer than ${mostBytesSaid} bytes`
  return null
}

export function failureOf({ page, url }: FontAsset, error: FontFailure['error']): FontFailure {
  return { page, url, error }
}

/** Tells fonts that can be checked from those that cannot. */
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

/** A link of a row may lead anywhere, `javascript:` included. */
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
