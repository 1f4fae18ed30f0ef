/**
 * The interface of the content service as types, schemas and pure functions. No I/O.
 *
 * Schemas are written with `zod/mini` and are open: fields, groups, record types and change types that this version does not
 * know pass through unchanged.
 *
 * Bundlers leave out the schemas that an application does not use. They know that zod's own builders have no side effects. Our
 * builders and `.check` need an annotation that says so. (Bundlers warn if its name is in any other comment.)
 */

// Words of the service
export {
  changeTypes,
  contentSyncErrorCodes,
  perPageLimits,
  recordTypes,
  resourceGroups,
  standardErrorTypeOfStatus,
  standardErrorTypes,
  statusOfContentSyncError,
} from './vocabulary.ts'
export type {
  ChangeType,
  ContentSyncErrorCode,
  KnownChangeType,
  KnownRecordType,
  KnownResourceGroup,
  Open,
  RecordType,
  ResourceGroup,
  StandardErrorType,
} from './vocabulary.ts'

// Resources and filters
export { parseResourceKey, resourceKey } from './resource.ts'
export type { ResourceKey, ResourceRef } from './resource.ts'
export { checkRef, invalidArgument } from './arguments.ts'
export {
  canonicalFilter,
  checkGroups,
  filterCovers,
  formatFilter,
  InvalidFilterError,
  parseFilter,
} from './filter.ts'
export type { FilterGroup, ResourceFilter } from './filter.ts'

// Bodies of the sync API
export { Mutation, SyncPage, SyncResponse } from './sync.ts'
export { isNewerSchema, knownSchemaVersion } from './schema-version.ts'
export { Snapshot, SnapshotEnvelope } from './snapshot.ts'
export { ContentSyncError, OAuthError, StandardError } from './service-error.ts'
export { isJsonObject } from './json-object.ts'
export type { JsonObject } from './json-object.ts'

// Rows
export {
  ArticleLocalizationRow,
  AudioFileRow,
  ChapterAudioFileRow,
  ChapterRow,
  FontAssetRow,
  FootNote,
  HizbRow,
  JuzRow,
  MushafPageRow,
  MushafRow,
  MushafWordRow,
  rowSchemas,
  RubElHizbRow,
  TafsirRow,
  TranslationRow,
  VerseRow,
  WordTranslationRow,
  WordTransliterationRow,
} from './rows.ts'
export type { RowOf } from './rows.ts'
export {
  documentedKeyRules,
  isKnownRecordType,
  recordKeyOf,
  recordTypeOf,
  recordTypesIn,
} from './row-identity.ts'
export { unfitField } from './row-check.ts'
export {
  chapterRange,
  locatorFields,
  locatorOf,
  pageLocator,
  pageRange,
  verseLocator,
  wholeMushaf,
} from './locator.ts'
export type { Locator } from './locator.ts'
export { chapterCount, placeOfVerseId, verseCount, verseCountOf, verseIdAt } from './verse-numbers.ts'

// Catalogue
export { CatalogueItem, catalogueKinds, Chapter, ChaptersResponse } from './catalogue.ts'
export type { CatalogueKind, CatalogueList, CatalogueListItems } from './catalogue.ts'

// Tokens
export { accountHeader, IssuedToken, RelayedToken, relayHeader, uniqueParameter } from './token.ts'
export { sha256Hex } from './sha-256.ts'

// Errors of Waraq itself
export type { ErrorCode, LastingErrorCode, PassingErrorCode, RunErrorCode } from './error-codes.ts'
export { isAbort, isWaraqError, restoredError, WaraqError } from './error.ts'
export type { ErrorVerdict, WaraqErrorOptions } from './error.ts'
