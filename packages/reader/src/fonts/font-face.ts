import { resourceKey, type ResourceRef } from '@waraq/contract'
import type { FontAsset } from '../readers/fonts.ts'
import { checkFont } from './download-font.ts'
import { fontRefused } from './failures.ts'
import type { FontCache } from './font-cache.ts'
import type { MakeFontFace } from './options.ts'
import type { UsableFont } from './wanted-fonts.ts'

/** A font that is ready to be added to `document.fonts`. */
export interface PageFont {
  /** Loaded. Waraq makes the name of its `family`, which needs no quotes in CSS. */
  readonly face: FontFace
  /** The font's row, with license and attribution. */
  readonly asset: FontAsset
}

/** Name of a font in CSS. It is made here, so that no row decides it. */
export function familyOf(ref: ResourceRef, { asset, sha256 }: UsableFont): string {
  const resource = resourceKey(ref).replace(/[^a-z0-9]/g, '-')
  return `waraq-${resource}-${asset.page ?? 'all'}-${sha256.slice(0, 12)}`
}

/** Reads a stored font and checks it again, because files can be damaged on the disk. */
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
 * Makes a font face of bytes, which a strict Content-Security-Policy always allows.
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
