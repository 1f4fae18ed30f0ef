import type * as z from 'zod/mini'
import {
  parseFilter,
  perPageLimits,
  restoredError,
  WaraqError,
  type CatalogueItem,
  type CatalogueKind,
  type ChangeType,
  type Chapter,
  type ChaptersResponse,
  type ContentSyncError,
  type ContentSyncErrorCode,
  type FilterGroup,
  type isAbort,
  type isWaraqError,
  type JsonObject,
  type KnownChangeType,
  type KnownRecordType,
  type KnownResourceGroup,
  type Mutation,
  type parseResourceKey,
  type RecordType,
  type RelayedToken,
  type ResourceGroup,
  type ResourceKey,
  type ResourceRef,
  type RowOf,
  type rowSchemas,
  type Snapshot,
  type SnapshotEnvelope,
  type StandardError,
  type StandardErrorType,
  type SyncPage,
  type SyncResponse,
  type TranslationRow,
} from './index.ts'

/**
 * What the types promise; checked by the compiler, never run. A line under `@ts-expect-error` that compiles is an error
 * too.
 */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <True extends true>(): True | undefined => undefined
const accepts = <T>(value: T): T => value

// Open words: any text is taken, and the known words are still there to be completed.
accepts<Mutation['type']>('ROW_UPDATE')
accepts<Mutation['type']>('ROW_MOVE')
accepts<ResourceGroup>('layers')
accepts<RecordType>('audio_segment')
accepts<StandardErrorType>('teapot')
accepts<ContentSyncErrorCode>('teapot')
holds<Same<Extract<Mutation['type'], KnownChangeType>, KnownChangeType>>()
holds<Same<Extract<Mutation['resource_group'], KnownResourceGroup>, KnownResourceGroup>>()
holds<Same<Extract<NonNullable<Mutation['record_type']>, KnownRecordType>, KnownRecordType>>()
holds<Same<Extract<SnapshotEnvelope['resource_group'], 'mushafs'>, 'mushafs'>>()
holds<Same<Extract<StandardError['type'], 'forbidden'>, 'forbidden'>>()
holds<Same<Extract<ContentSyncError['error']['code'], 'resync_required'>, 'resync_required'>>()
holds<Same<Extract<string, KnownChangeType>, never>>()
holds<Same<Mutation['type'], ChangeType>>()
// @ts-expect-error a word is text
accepts<Mutation['type']>(1)
// @ts-expect-error known words are closed
accepts<KnownChangeType>('ROW_MOVE')
// @ts-expect-error a word is not null
accepts<Mutation['resource_group']>(null)

// Bodies
holds<Same<Mutation['sequence'], number>>()
holds<Same<Mutation['data'], JsonObject | null | undefined>>()
holds<Same<Mutation['resource_content_id'], number | null | undefined>>()
holds<Same<Mutation['snapshot_url'], string | null | undefined>>()
holds<Same<Mutation['added_since'], unknown>>()
holds<Same<SyncPage['mutations'], Mutation[]>>()
holds<Same<SyncResponse['sync'], SyncPage>>()
holds<Same<Snapshot['records'], JsonObject[]>>()
holds<Same<Snapshot['sync_sequence'], number>>()
holds<Same<StandardError['success'], false>>()
accepts<Mutation>({
  sequence: 1,
  type: 'ROW_DELETE',
  resource_group: 'translations',
  resource_id: 20,
  changed_at: '2026-08-01T00:00:00Z',
  added_since: true,
})
// @ts-expect-error changed_at is missing
accepts<Mutation>({ sequence: 1, type: 'ROW_DELETE', resource_group: 'translations', resource_id: 20 })
// @ts-expect-error an error is never a success
accepts<StandardError>({ message: '', type: 'forbidden', success: true })

// Data is only to be read.
declare const data: JsonObject
// @ts-expect-error rows stay as they were received
data['text'] = ''

// Rows
holds<Same<RowOf<'translation'>['text'], string>>()
holds<Same<RowOf<'translation'>, TranslationRow>>()
holds<Same<RowOf<'tafsir'>['text'], string | null | undefined>>()
holds<Same<RowOf<'mushaf_word'>['position_in_page'], number | null | undefined>>()
holds<Same<RowOf<'mushaf_page'>['verse_mapping'], Record<string, string> | null | undefined>>()
holds<Same<RowOf<'font_asset'>['page_number'], number | null | undefined>>()
holds<Same<RowOf<'verse'>['text_uthmani'], string>>()
holds<Same<RowOf<'juz'>['juz_number'], number>>()
holds<Same<RowOf<'article_localization'>['id'], number | null | undefined>>()
holds<Same<RowOf<'word_translation'>['word_id'], number>>()
holds<Same<RowOf<'audio_file'>['added_since'], unknown>>()
holds<Same<keyof typeof rowSchemas, KnownRecordType>>()
holds<typeof rowSchemas extends Record<KnownRecordType, z.ZodMiniType> ? true : false>()
holds<RowOf<KnownRecordType> extends JsonObject ? true : false>()
// @ts-expect-error only known record types have a row type
accepts<RowOf<'audio_segment'> | undefined>(undefined)

// Resources and filters
accepts<ResourceKey>('translations:20')
accepts<ResourceRef>({ group: 'translations', id: 20 })
holds<Same<ReturnType<typeof parseResourceKey>, ResourceRef | undefined>>()
holds<Same<FilterGroup['ids'], '*' | readonly number[]>>()
// @ts-expect-error a key has an id
accepts<ResourceKey>('translations')
// @ts-expect-error an id is a number
accepts<ResourceRef>({ group: 'translations', id: '20' })
// @ts-expect-error a filter is text
parseFilter(20)
// @ts-expect-error a parsed filter is only to be read
parseFilter('translations:20').groups.push({ group: 'tafsirs', ids: '*' })

// Catalogue, tokens, limits
holds<Same<CatalogueKind, 'translations' | 'tafsirs' | 'recitations' | 'chapter_reciters'>>()
holds<Same<CatalogueItem['name'], string | null | undefined>>()
holds<Same<z.infer<typeof ChaptersResponse>['chapters'], Chapter[]>>()
holds<Same<RelayedToken, { token: string; clientId: string; expiresIn: number }>>()
holds<Same<typeof perPageLimits.most, 100>>()
// @ts-expect-error limits do not change
perPageLimits.most = 200

// Errors
type Guarded<Guard> = Guard extends (value: unknown) => value is infer T ? T : never
holds<Same<Guarded<typeof isWaraqError>, WaraqError>>()
holds<Same<ReturnType<typeof isAbort>, boolean>>()
holds<Same<WaraqError['retryAt'], number | undefined>>()
void new WaraqError({
  code: 'timeout',
  message: 'Too slow.',
  retryable: true,
  retryAt: undefined,
  cause: null,
})
// @ts-expect-error a code that the list lacks
void new WaraqError({ code: 'too_slow', message: 'Too slow.', retryable: true })
// @ts-expect-error the list says that it may pass
void new WaraqError({ code: 'timeout', message: 'Too slow.' })
// @ts-expect-error the list says that it lasts
void new WaraqError({ code: 'forbidden', message: 'No.', retryable: true })
// @ts-expect-error the list leaves it to each error
void new WaraqError({ code: 'unauthorized', message: 'No.' })
void restoredError({ code: 'of_a_later_version', message: 'New.' })
// @ts-expect-error an error has a code
void new WaraqError({ message: 'Too slow.' })
