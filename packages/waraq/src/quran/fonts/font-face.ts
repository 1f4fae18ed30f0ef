import { resourceKey, type ResourceRef, WaraqError } from '@waraq/protocol'
import type { FontAsset } from '../readers/fonts.ts'

/** Constructor that makes a font from bytes; `globalThis.FontFace`. */
export type MakeFontFace = new (family: string, source: ArrayBuffer) => FontFace

/** A font that is ready to be added to `document.fonts`. */
export interface PageFont {
  /** The loaded font. Waraq generates its `family` name, which needs no quotes in CSS. */
  readonly face: FontFace
  /** The font's row, with license and attribution. */
  readonly asset: FontAsset
}

/** The CSS name of a font. It is generated here, so that no row controls it. */
export function familyOf(ref: ResourceRef, { page }: FontAsset, sha256: string): string {
  const resource = resourceKey(ref).replace(/[^a-z0-9]/g, '-')
  return `waraq-${resource}-${page ?? 'all'}-${sha256.slice(0, 12)}`
}

/**
 * Makes a font face from bytes, which a strict Content-Security-Policy always allows.
 * @throws {WaraqError} `font_refused`
 */
export async function makeFace(
  FontFaceOf: MakeFontFace,
  family: string,
  bytes: ArrayBuffer,
): Promise<FontFace> {
  try {
    return await new FontFaceOf(family, bytes).load()
  } catch (error) {
    throw fontRefused(error)
  }
}

function fontRefused(cause: unknown): WaraqError {
  return new WaraqError({
    code: 'font_refused',
    message:
      'The browser does not accept a font, although its file is the one that the row names. Show the text in another font.',
    cause,
  })
}
