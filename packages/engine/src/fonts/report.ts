import type { WaraqError } from '@waraq/contract'

/** A font that is not kept, and why. */
export interface FontFailure {
  /** Null: of the whole mushaf. */
  readonly page: number | null
  /** As the row has it. */
  readonly url: string
  readonly error: WaraqError
}

/** Under which terms fonts are shown; for the page to show. Null where rows do not say. */
export interface FontCredit {
  readonly provider: string | null
  readonly licenseName: string | null
  /** http or https; other addresses are left out. */
  readonly licenseUrl: string | null
  readonly attribution: string | null
}

/** How far keeping the fonts of a mushaf has come. Counts are of fonts. */
export interface FontsProgress {
  readonly wanted: number
  readonly kept: number
  readonly failed: number
  /** Bytes of the files that are kept; two fonts of one hash share one. */
  readonly bytes: number
}

/** What came of keeping the fonts of a mushaf. `kept` and the length of `failed` make `wanted`. */
export interface FontsReport extends Omit<FontsProgress, 'failed'> {
  readonly failed: readonly FontFailure[]
  /** Of the fonts that are kept, each once. */
  readonly credits: readonly FontCredit[]
}

/** How the fonts of a mushaf stand. */
export interface FontsStatus extends Omit<FontsProgress, 'failed'> {
  /** `keepFonts` was asked for, here or in another tab or visit: the fonts follow the rows. */
  readonly following: boolean
  /** Changes whenever another set of fonts is kept: what `fontFace` answers may be another then. */
  readonly version: number
  /** This object is fetching them. */
  readonly underWay: boolean
  /** What this object could not keep when it last tried, and what the browser did not accept. Other tabs have their own. */
  readonly failed: readonly FontFailure[]
}

export const nothingKept: FontsReport = { wanted: 0, kept: 0, bytes: 0, failed: [], credits: [] }
