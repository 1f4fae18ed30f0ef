/**
 * The word lists of the service, as documented. The service adds words without notice, so schemas accept any string in their
 * place. These lists only say which words this version understands.
 */

/** Groups of public content resources. */
export const resourceGroups = [
  'articles',
  'chapter_recitations',
  'mushafs',
  'quran_core',
  'recitations',
  'tafsirs',
  'translations',
  'word_by_word_translations',
  'word_by_word_transliterations',
] as const

/** The types of the change feed's mutations: what a local copy has to do. */
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
  'chapter',
  'verse',
  'juz',
  'hizb',
  'rub_el_hizb',
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

/** The `type` of a standard error by its status. The other types may come with any status. */
export const standardErrorTypeOfStatus = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  422: 'unprocessable_entity',
  429: 'rate_limit_exceeded',
  500: 'internal_server_error',
  502: 'bad_gateway',
  503: 'service_unavailable',
  504: 'gateway_timeout',
} as const satisfies Readonly<Record<number, (typeof standardErrorTypes)[number]>>

/** The status of a content-sync error by its code. */
export const statusOfContentSyncError = {
  resync_required: 410,
  invalid_resources: 422,
  token_filter_mismatch: 422,
  cursor_filter_mismatch: 422,
  cursor_per_page_mismatch: 422,
  invalid_per_page: 422,
  snapshot_not_found: 404,
  unknown_resource_group: 422,
} as const satisfies Readonly<Record<(typeof contentSyncErrorCodes)[number], number>>

/** A string that is usually one of `Known`. Keeps completion in editors and accepts words that the service adds. */
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
