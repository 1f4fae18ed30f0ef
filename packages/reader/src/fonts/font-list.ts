import { WaraqError, type ResourceRef } from '@waraq/contract'
import { commitsOf, digestOf, type StoreInternals } from '@waraq/engine/files'
import { fontsOf, type FontAsset } from '../readers/fonts.ts'

/** The fonts that a mushaf's rows name. */
export interface FontList {
  /** The library's count of commits when the rows were read; may be one too low. */
  readonly commits: number
  /** All fonts, in the order of `fontAssets`. */
  readonly assets: readonly FontAsset[]
  /** Differs where the list differs. */
  readonly digest: number
}

/**
 * Null where the rows cannot be read: the mushaf is not here, is damaged, or is too old to be shown. Then no font may be
 * fetched or deleted. A live query can run this.
 */
export async function readFontList(
  reads: StoreInternals['reads'],
  ref: ResourceRef,
): Promise<FontList | null> {
  const commits = await reads.meta('counters', commitsOf)
  return reads.view(async (view) => {
    const info = await view.resource(ref)
    if (info?.status !== 'installed') return null
    const rows = await view.rows('font_asset', ref)
    if (rows.length !== (info.rowsByType.get('font_asset') ?? 0)) return null
    const assets = fontsOf(rows)
    const named = assets.map(({ page, url, sha256, byteSize }) => [page, url, sha256, byteSize])
    return { commits, assets, digest: digestOf(JSON.stringify(named)) }
  })
}

/** Whether a second try may help without a change of the row or the file. */
export function mayPass(error: WaraqError): boolean {
  return error.retryable || error.code === 'quota_exceeded'
}
