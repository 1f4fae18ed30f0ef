import { WaraqError, type ResourceRef } from '@waraq/contract'
import type { StoreInternals } from '../read/store-internals.ts'
import { fontsOf, type FontAsset } from '../readers/fonts.ts'
import { digestOf } from '../store/digest.ts'
import { commitsOf } from '../store/writer.ts'

/** What the library has of a mushaf's fonts. */
export interface FontList {
  /** Commits of the library so far; at most one too few. */
  readonly commits: number
  /** All of them, as `fontAssets` has them. */
  readonly assets: readonly FontAsset[]
  /** Tells this list of fonts from others. */
  readonly digest: number
}

/**
 * Null where the rows cannot be told: the mushaf is not here, is damaged, or is too old to be shown. Of what cannot be told
 * nothing is fetched and nothing is deleted. May be followed by a live query.
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

/** Whether a second try may help without anybody changing anything. */
export function mayPass(error: WaraqError): boolean {
  return error.retryable || error.code === 'quota_exceeded'
}
