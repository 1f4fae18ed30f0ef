import type { WaraqError } from '@waraq/contract'

/** A font that is not kept, and why. */
export interface FontFailure {
  /** Null: the font is for the whole mushaf. */
  readonly page: number | null
  /** Address in the row. */
  readonly url: string
  readonly error: WaraqError
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
export interface FontsProgress {
  readonly wanted: number
  readonly kept: number
  readonly failed: number
  /** Bytes of the kept files; two fonts of one hash share a file. */
  readonly bytes: number
}

/** Outcome of keeping the fonts of a mushaf. `wanted` is the sum of `kept` and the length of `failed`. */
export interface FontsReport extends Omit<FontsProgress, 'failed'> {
  readonly failed: readonly FontFailure[]
  /** Credits of the kept fonts, each once. */
  readonly credits: readonly FontCredit[]
}

/** State of a mushaf's fonts. */
export interface FontsStatus extends Omit<FontsProgress, 'failed'> {
  /** Whether the fonts follow the rows: `keepFonts` was called, here or in another tab or visit. */
  readonly following: boolean
  /** Changes whenever another set of fonts is kept: `fontFace` may answer differently then. */
  readonly version: number
  /** Whether this object is fetching fonts of the mushaf. */
  readonly underWay: boolean
  /** Fonts that this object could not keep when it last tried, or that the browser did not accept. Each tab has its own list. */
  readonly failed: readonly FontFailure[]
}

export const nothingKept: FontsReport = { wanted: 0, kept: 0, bytes: 0, failed: [], credits: [] }
