import type { FileOptions } from '../../files/options.ts'
import type { MakeFontFace } from './font-face.ts'

/** Options of `openFonts`. `store` contains the rows that name the fonts. `hosts` are the origins that fonts are fetched from. */
export interface FontsOptions extends FileOptions {
  /** Root of the content API. Font addresses without a host belong to its origin, which must also be listed in `hosts`. */
  readonly contentRoot?: string | URL | undefined
  /** Defaults to the global `FontFace`. */
  readonly FontFace?: MakeFontFace | undefined
}
