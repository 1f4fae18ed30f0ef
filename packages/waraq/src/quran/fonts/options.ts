import type { FileOptions } from '../../files/options.ts'
import type { MakeFontFace } from './font-face.ts'

/** `store` has the rows that name the fonts; `hosts` are the origins that fonts are fetched from. */
export interface FontsOptions extends FileOptions {
  /** Root of the content API. A font's address without a host belongs to its origin, which `hosts` has to list as well. */
  readonly contentRoot?: string | URL | undefined
  /** Default: the global one. */
  readonly FontFace?: MakeFontFace | undefined
}
