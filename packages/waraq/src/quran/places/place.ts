import type { VerseKey } from '../readers/verse-key.ts'

/** Parts of the text that are counted: pages of the mushaf, and the parts of a recitation. */
export type PartKind = 'page' | 'juz' | 'hizb' | 'rub_el_hizb' | 'ruku' | 'manzil'

/** A place in the text. */
export type Place =
  /** One verse, where both ends are the same, or several, maybe of more than one chapter. */
  | { readonly kind: 'verses'; readonly from: VerseKey; readonly to: VerseKey }
  | { readonly kind: 'chapter'; readonly chapter: number }
  | { readonly kind: PartKind; readonly number: number }

/** A text that names a place. */
export type ParsedPlace =
  /** The place, then the others that a list names, in its order, or that the text may mean, the more likely ones first. */
  | { readonly status: 'ok'; readonly place: Place; readonly others: readonly Place[] }
  /** The text names a place that does not exist, such as verse 300 of chapter 2. */
  | {
      readonly status: 'out_of_range'
      readonly part: 'chapter' | 'verse' | PartKind
      /** What the text says. */
      readonly number: number
      /** The last one that exists, from 1 on. */
      readonly max: number
      /** The chapter of a verse. */
      readonly chapter?: number
    }

export function found(place: Place, ...others: readonly Place[]): ParsedPlace {
  return { status: 'ok', place, others }
}
