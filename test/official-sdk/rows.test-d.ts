import type {
  ContentSyncMutationType,
  ContentSyncResourceGroup,
  MushafFontAssetSnapshotRecord,
  MushafMetadataSnapshotRecord,
  MushafPageSnapshotRecord,
  MushafWordSnapshotRecord,
  QuranCoreChapterSnapshotRecord,
  QuranCoreHizbSnapshotRecord,
  QuranCoreJuzSnapshotRecord,
  QuranCoreRubElHizbSnapshotRecord,
  QuranCoreVerseSnapshotRecord,
  WordByWordTranslationSnapshotRecord,
  WordByWordTransliterationSnapshotRecord,
} from '@quranjs/api'
import type { KnownChangeType, KnownResourceGroup, RowOf } from '@waraq/protocol'

/**
 * Rows as the service's own SDK types them, held against ours by the compiler: each field that it names is one of ours, what
 * it lets be null may be null here, and the rest of the type is the same. The SDK writes names in camel case.
 */

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? '' : '_'}${Lowercase<First>}${Snake<Rest>}`
  : ''

/** The fields that a type names, without those that it only lets be. */
type Named<Row> = keyof { [Field in keyof Row as string extends Field ? never : Field]: true } & string

/** Each type admits all values of the other. */
type Alike<A, B> = [A] extends [B] ? true : [B] extends [A] ? true : false

type FieldDiffers<Theirs, Ours> = null extends Theirs
  ? null extends Ours
    ? Alike<NonNullable<Theirs>, NonNullable<Ours>> extends true
      ? never
      : 'another type'
    : 'may be null'
  : Alike<Theirs, NonNullable<Ours>> extends true
    ? never
    : 'another type'

/** For each field that differs, how it does; no field is left where the rows are the same. */
export type RowDiffers<Theirs, Ours> = {
  [
    Field in Named<Theirs> as Snake<Field> extends Named<Ours>
      ? [FieldDiffers<Theirs[Field], Ours[Snake<Field> & keyof Ours]>] extends [never]
        ? never
        : Snake<Field>
      : Snake<Field>
  ]: Snake<Field> extends Named<Ours>
    ? FieldDiffers<Theirs[Field], Ours[Snake<Field> & keyof Ours]>
    : 'missing'
}

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <True extends true>(): True | undefined => undefined
const agree = <Theirs, Ours>(
  ...differences: Same<RowDiffers<Theirs, Ours>, {}> extends true ? [] : [RowDiffers<Theirs, Ours>]
) => differences

agree<MushafMetadataSnapshotRecord, RowOf<'mushaf'>>()
agree<MushafPageSnapshotRecord, RowOf<'mushaf_page'>>()
agree<MushafFontAssetSnapshotRecord, RowOf<'font_asset'>>()
agree<MushafWordSnapshotRecord, RowOf<'mushaf_word'>>()
agree<QuranCoreChapterSnapshotRecord, RowOf<'chapter'>>()
agree<QuranCoreVerseSnapshotRecord, RowOf<'verse'>>()
agree<QuranCoreJuzSnapshotRecord, RowOf<'juz'>>()
agree<QuranCoreHizbSnapshotRecord, RowOf<'hizb'>>()
agree<QuranCoreRubElHizbSnapshotRecord, RowOf<'rub_el_hizb'>>()
agree<WordByWordTranslationSnapshotRecord, RowOf<'word_translation'>>()
agree<WordByWordTransliterationSnapshotRecord, RowOf<'word_transliteration'>>()

// The words of both
holds<Same<ContentSyncResourceGroup, KnownResourceGroup>>()
holds<Same<ContentSyncMutationType, KnownChangeType>>()

// The comparison itself: what it would say of rows that differ.
interface Theirs extends Record<string, unknown> {
  id: number
  rubElHizbNumber: number | null
  sha256: string
  text: string | null
}
type OursWithout = { id: number; sha256?: string | null; text?: number | null; [field: string]: unknown }
holds<Same<RowDiffers<Theirs, OursWithout>, { rub_el_hizb_number: 'missing'; text: 'another type' }>>()
type OursTooStrict = { id: number; rub_el_hizb_number: number; sha256: string; text: string | null }
holds<Same<RowDiffers<Theirs, OursTooStrict>, { rub_el_hizb_number: 'may be null' }>>()
// @ts-expect-error a mushaf's word is no page
agree<MushafWordSnapshotRecord, RowOf<'mushaf_page'>>()
