import type { VerseKey } from '../readers/verse-key.ts'

/** Numbered parts of the text: pages of the mushaf, and divisions for recitation. */
export type PartKind = 'page' | 'juz' | 'hizb' | 'rub_el_hizb' | 'ruku' | 'manzil'

/** A place in the text. */
export type Place =
  /** One verse, if both ends are the same, or several, possibly of more than one chapter. */
  | { readonly kind: 'verses'; readonly from: VerseKey; readonly to: VerseKey }
  | { readonly kind: 'chapter'; readonly chapter: number }
  | { readonly kind: PartKind; readonly number: number }

/** A text that names a place. */
export type ParsedPlace =
  /**
   * The place, and other places. These come from a list, in its order, or are other meanings of the text,
   * the more likely ones first.
   */
  | { readonly status: 'ok'; readonly place: Place; readonly others: readonly Place[] }
  /** The text names a place that does not exist, such as verse 300 of chapter 2. */
  | {
      readonly status: 'out_of_range'
      readonly part: 'chapter' | 'verse' | PartKind
      /** The number in the text. */
      readonly number: number
      /** The last one that exists, from 1 on. */
      readonly max: number
      /** The chapter, if the part is a verse. */
      readonly chapter?: number
    }

export function found(place: Place, ...others: readonly Place[]): ParsedPlace {
  return { status: 'ok', place, others }
}
