import type { FileFailure, FilesProgress } from '../../files/report.ts'
import type { WaraqError } from '@waraq/protocol'
import type { FontAsset } from '../readers/fonts.ts'

/** A font that is not kept, with the error. */
export interface FontFailure {
  /** Null: the font is for the entire mushaf. */
  readonly page: number | null
  /** Address in the row. */
  readonly url: string
  readonly error: WaraqError
}

export function fontFailure({ place, url, error }: FileFailure<FontAsset>): FontFailure {
  return { page: place.page, url, error }
}

/** The terms under which fonts may be shown, for the page to display. Fields are null if rows do not contain them. */
export interface FontCredit {
  readonly provider: string | null
  readonly licenseName: string | null
  /** http or https; other addresses are left out. */
  readonly licenseUrl: string | null
  readonly attribution: string | null
}

/** Progress of keeping the fonts of a mushaf. The numbers count fonts. */
export type FontsProgress = FilesProgress

/** Result of keeping the fonts of a mushaf. `wanted` is the sum of `kept` and the length of `failed`. */
export interface FontsReport {
  readonly wanted: number
  readonly kept: number
  /** Bytes of the kept files. Two fonts with the same hash share a file. */
  readonly bytes: number
  readonly failed: readonly FontFailure[]
  /** Credits of the kept fonts, each once. */
  readonly credits: readonly FontCredit[]
}

/** State of a mushaf's fonts. */
export interface FontsStatus extends Omit<FontsReport, 'credits'> {
  /** Whether the fonts follow the rows, because `keepFonts` was called here, in another tab or in an earlier visit. */
  readonly following: boolean
  /** Changes whenever the set of kept fonts changes. `fontFace` may then return something else. */
  readonly version: number
  /** Whether this object is currently fetching fonts of the mushaf. */
  readonly inProgress: boolean
  /** Fonts that this object failed to keep in its last attempt, or that the browser did not accept. Each tab has its own list. */
  readonly failed: readonly FontFailure[]
}
