import { resourceKey, type ResourceRef } from '@waraq/contract'
import type { FontAsset } from '../readers/fonts.ts'
import { checkFont } from './download-font.ts'
import { fontRefused } from './failures.ts'
import type { FontCache } from './font-cache.ts'
import type { MakeFontFace } from './options.ts'
import type { UsableFont } from './wanted-fonts.ts'

/** A font that is ready to be added to `document.fonts`. */
export interface PageFont {
  /** Loaded. Its `family` is a name of our own, which CSS needs no quotes for. */
  readonly face: FontFace
  /** What rows say of it: license and attribution, too. */
  readonly asset: FontAsset
}

/** No row decides what a font is called in CSS. */
export function familyOf(ref: ResourceRef, { asset, sha256 }: UsableFont): string {
  const resource = resourceKey(ref).replace(/[^a-z0-9]/g, '-')
  return `waraq-${resource}-${asset.page ?? 'all'}-${sha256.slice(0, 12)}`
}

/** Checked again: what was right when it was stored need not have stayed so. */
export async function readKept(
  cache: FontCache,
  font: UsableFont,
): Promise<Uint8Array<ArrayBuffer> | 'missing' | 'damaged'> {
  try {
    const bytes = await cache.read(font.sha256)
    if (!bytes) return 'missing'
    await checkFont(font, bytes)
    return bytes
  } catch {
    return 'damaged'
  }
}

/**
 * Of bytes, so that a strict Content-Security-Policy has nothing to say about it.
 * @throws {WaraqError} `font_refused`
 */
export async function makeFace(
  FontFaceOf: MakeFontFace,
  ref: ResourceRef,
  font: UsableFont,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<FontFace> {
  try {
    return await new FontFaceOf(familyOf(ref, font), bytes.buffer).load()
  } catch (error) {
    throw fontRefused(error)
  }
}
