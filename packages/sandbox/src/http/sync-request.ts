import {
  formatFilter,
  InvalidFilterError,
  parseFilter,
  perPageLimits,
  type ResourceFilter,
} from '@waraq/protocol'
import type { ContentService } from '../service/content-service.ts'
import type { SealedCursor, Sealer } from '../service/seal.ts'
import { contentSyncError, standardError } from './errors.ts'

/** The parameters of one page of the feed. */
export interface PageRequest {
  readonly mode: 'bootstrap' | 'incremental'
  readonly filter: ResourceFilter
  readonly perPage: number
  /** Undefined on the first page: the bound is set when that page is answered. */
  readonly bound: number | undefined
  /** Changes after this sequence. */
  readonly after: number
}

export interface SyncQuery {
  readonly resources: string | undefined
  readonly bootstrap: boolean
  readonly syncToken: string | undefined
  readonly cursor: string | undefined
  readonly perPage: string | undefined
}

/** Reads the parameters of a sync request. With `cutAtSemicolon`, a semicolon that is not encoded ends the filter. */
export function readSyncQuery(url: URL, cutAtSemicolon: boolean): SyncQuery {
  const search = cutAtSemicolon ? url.search.replace(/([?&]resources=[^&;]*);[^&]*/, '$1') : url.search
  const query = new URLSearchParams(search)
  const text = (name: string) => query.get(name) || undefined
  return {
    resources: text('resources'),
    bootstrap: ['true', '1'].includes(query.get('bootstrap') ?? ''),
    syncToken: text('sync_token'),
    cursor: text('cursor'),
    perPage: query.get('per_page') ?? undefined,
  }
}

function resync(problem: string): Response {
  return contentSyncError('resync_required', `${problem} Bootstrap again.`)
}

function readPerPage(text: string | undefined): number | Response {
  if (text === undefined) return perPageLimits.default
  if (!/^-?[0-9]+$/.test(text) || Number(text) < perPageLimits.least) {
    return standardError(400, 'per_page has to be a number from 1 to 100.')
  }
  if (Number(text) > perPageLimits.most) return contentSyncError('invalid_per_page', 'per_page is above 100.')
  return Number(text)
}

function readFilter(text: string | undefined, service: ContentService): ResourceFilter | Response {
  if (text === undefined) return contentSyncError('invalid_resources', 'The resources filter is missing.')
  try {
    const filter = parseFilter(text)
    const stranger = filter.groups.find(({ group }) => !service.knowsGroup(group))
    return stranger ? contentSyncError('invalid_resources', `There is no group ${stranger.group}.`) : filter
  } catch (error) {
    if (error instanceof InvalidFilterError) return contentSyncError('invalid_resources', error.message)
    throw error
  }
}

function nextPage(query: SyncQuery, cursor: SealedCursor, perPage: number, service: ContentService) {
  if (query.resources !== undefined) {
    const filter = readFilter(query.resources, service)
    if (filter instanceof Response) return filter
    if (formatFilter(filter) !== cursor.filter) {
      return contentSyncError('cursor_filter_mismatch', 'The cursor belongs to another filter.')
    }
  }
  if (query.perPage !== undefined && perPage !== cursor.perPage) {
    return contentSyncError('cursor_per_page_mismatch', 'The cursor belongs to another per_page.')
  }
  // A bootstrap does not read the log, but the token at its end would be invalid.
  const oldest = cursor.mode === 'bootstrap' ? cursor.bound : cursor.after
  if (oldest < service.log.forgotten) return resync('The cursor is older than the change log.')
  return { ...cursor, filter: parseFilter(cursor.filter) }
}

/**
 * Returns the page that a sync request asks for, or the answer that refuses it. A cursor has precedence over a bootstrap,
 * which has precedence over a token.
 */
export function readPageRequest(
  query: SyncQuery,
  sealer: Sealer,
  service: ContentService,
): PageRequest | Response {
  const perPage = readPerPage(query.perPage)
  if (perPage instanceof Response) return perPage
  if (query.cursor !== undefined) {
    const cursor = sealer.open('cursor', query.cursor)
    if (!cursor || cursor.bound > service.log.current) return resync('The cursor is invalid.')
    return nextPage(query, cursor, perPage, service)
  }
  if (!query.bootstrap && query.syncToken === undefined) return resync('There is no sync_token.')
  const filter = readFilter(query.resources, service)
  if (filter instanceof Response) return filter
  if (query.bootstrap) return { mode: 'bootstrap', filter, perPage, bound: undefined, after: 0 }
  const token = sealer.open('token', query.syncToken ?? '')
  if (!token || token.sequence > service.log.current) return resync('The sync_token is invalid.')
  if (token.filter !== formatFilter(filter)) {
    return contentSyncError('token_filter_mismatch', 'The sync_token belongs to another filter.')
  }
  if (token.sequence < service.log.forgotten) return resync('The sync_token is older than the change log.')
  return { mode: 'incremental', filter, perPage, bound: undefined, after: token.sequence }
}
