import type { FileFailure, FilesProgress } from '../../files/report.ts'
import type { WaraqError } from '@waraq/protocol'
import type { FontAsset } from '../readers/fonts.ts'

/** A font that is not kept, and why. */
export interface FontFailure {
  /** Null: the font is for the whole mushaf. */
  readonly page: number | null
  /** Address in the row. */
  readonly url: string
  readonly error: WaraqError
}

export function fontFailure({ place, url, error }: FileFailure<FontAsset>): FontFailure {
  return { page: place.page, url, error }
}

/** The terms under which fonts may be shown, for the page to display. Null where rows do not say. */
export interface FontCredit {
  readonly provider: string | null
  readonly licenseName: string | null
  /** http or https; other addresses are left out. */
  readonly licenseUrl: string | null
  readonly attribution: string | null
}

/** Progress of keeping the fonts of a mushaf. The numbers count fonts. */
export type FontsProgress = FilesProgress

/** Outcome of keeping the fonts of a mushaf. `wanted` is the sum of `kept` and the length of `failed`. */
export interface FontsReport {
  readonly wanted: number
  readonly kept: number
  /** Bytes of the kept files; two fonts of one hash share a file. */
  readonly bytes: number
  readonly failed: readonly FontFailure[]
  /** Credits of the kept fonts, each once. */
  readonly credits: readonly FontCredit[]
}

/** State of a mushaf's fonts. */
export interface FontsStatus extends Omit<FontsReport, 'credits'> {
  /** Whether the fonts follow the rows: `keepFonts` was called, here or in another tab or visit. */
  readonly following: boolean
  /** Changes whenever another set of fonts is kept: `fontFace` may answer differently then. */
  readonly version: number
  /** Whether this object is fetching fonts of the mushaf. */
  readonly underWay: boolean
  /** Fonts that this object could not keep when it last tried, or that the browser did not accept. Each tab has its own list. */
  readonly failed: readonly FontFailure[]
}
