/**
 * The closed word lists of the service, as documented. The service adds to them without notice, so schemas accept any
 * string where one of these is expected, and these lists only say which ones this version understands.
 */

/** Groups of public content resources. */
export const resourceGroups = [
  'articles',
  'chapter_recitations',
  'mushafs',
  'recitations',
  'tafsirs',
  'translations',
  'word_by_word_translations',
  'word_by_word_transliterations',
] as const

/** What a mutation of the change feed asks of a local copy. */
export const changeTypes = [
  'RESOURCE_CREATE',
  'RESOURCE_INVALIDATE',
  'RESOURCE_DELETE',
  'RESOURCE_UPDATE',
  'ROW_CREATE',
  'ROW_UPDATE',
  'ROW_DELETE',
] as const

/** The kinds of rows that resources are made of. */
export const recordTypes = [
  'mushaf',
  'mushaf_page',
  'font_asset',
  'mushaf_word',
  'translation',
  'word_translation',
  'word_transliteration',
  'tafsir',
  'audio_file',
  'chapter_audio_file',
  'article_localization',
] as const

/** `error.code` of a content-sync error body. `snapshot_not_found` and `unknown_resource_group` come from snapshots. */
export const contentSyncErrorCodes = [
  'resync_required',
  'invalid_resources',
  'token_filter_mismatch',
  'cursor_filter_mismatch',
  'cursor_per_page_mismatch',
  'invalid_per_page',
  'snapshot_not_found',
  'unknown_resource_group',
] as const

/** `type` of a standard error body. */
export const standardErrorTypes = [
  'gateway_timeout',
  'service_unavailable',
  'bad_gateway',
  'internal_server_error',
  'unprocessable_entity',
  'not_found',
  'forbidden',
  'unauthorized',
  'invalid_request',
  'invalid_token',
  'insufficient_scope',
  'service_error',
  'invalid_path',
  'rate_limit_exceeded',
] as const

/** A string that is usually one of `Known`; keeps completion in editors while admitting what the service adds. */
export type Open<Known extends string> = Known | (string & Record<never, never>)

export type KnownResourceGroup = (typeof resourceGroups)[number]
export type ResourceGroup = Open<KnownResourceGroup>
export type KnownChangeType = (typeof changeTypes)[number]
export type ChangeType = Open<KnownChangeType>
export type KnownRecordType = (typeof recordTypes)[number]
export type RecordType = Open<KnownRecordType>
export type ContentSyncErrorCode = Open<(typeof contentSyncErrorCodes)[number]>
export type StandardErrorType = Open<(typeof standardErrorTypes)[number]>

/** Limits of the sync endpoint. */
export const perPageLimits = { least: 1, most: 100, default: 50 } as const
