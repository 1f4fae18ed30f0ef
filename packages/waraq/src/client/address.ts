import {
  canonicalFilter,
  catalogueKinds,
  perPageLimits,
  WaraqError,
  type CatalogueKind,
  type ResourceRef,
} from '@waraq/protocol'
import type { ContentRoot } from './content-root.ts'
import { invalidRequestError } from './failures.ts'
import type { SyncRequest } from './options.ts'

/** The address of a request. */
export interface Address {
  /** Complete. May contain a cursor or a sync token, so it is never shown. */
  readonly url: string
  /** The part that errors may show. */
  readonly path: string
}

const syncPath = '/api/v4/resources/sync'
const snapshotsPath = '/api/v4/resources/snapshots'

/** Servers refuse longer request lines. */
const longestGiven = 16_384

/** Whether a URL can carry this text from the service. Half a surrogate pair has no encoding. */
export function isSendable(text: string): boolean {
  return text.length <= longestGiven && !/\p{Surrogate}/u.test(text)
}

/** Also encodes `!'()*`, which `encodeURIComponent` leaves as they are. Servers may treat them differently. */
function encodeQueryValue(value: string): string {
  if (!isSendable(value)) {
    const message = 'A value of the query is too long or is not well-formed text. No request can carry it.'
    throw invalidRequestError('invalid_request', message, {})
  }
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function address(root: ContentRoot, path: string, query: readonly (readonly [string, string])[]): Address {
  const parameters = query.map(([name, value]) => `${name}=${encodeQueryValue(value)}`).join('&')
  const url = `${root.origin}${root.path}${path}${parameters === '' ? '' : `?${parameters}`}`
  return { url, path }
}

/** @throws {WaraqError} `invalid_filter`, `invalid_per_page`, `invalid_request` */
export function syncAddress(root: ContentRoot, request: SyncRequest): Address {
  const query: [string, string][] = [['resources', canonicalFilter(request.filter)]]
  if ('bootstrap' in request) query.push(['bootstrap', 'true'])
  else if (typeof request.syncToken === 'string' && request.syncToken !== '') {
    query.push(['sync_token', request.syncToken])
  } else {
    throw invalidRequestError('invalid_request', 'The sync token is empty. Ask for a bootstrap instead.', {})
  }
  const { perPage } = request
  if (perPage !== undefined) {
    const { least, most } = perPageLimits
    if (!Number.isInteger(perPage) || perPage < least || perPage > most) {
      const message = `perPage must be a whole number from ${least} to ${most}. Give one, or leave it out.`
      throw invalidRequestError('invalid_per_page', message, { perPage })
    }
    query.push(['per_page', String(perPage)])
  }
  return address(root, syncPath, query)
}

export function catalogueAddress(
  root: ContentRoot,
  kind: CatalogueKind,
  language: string | undefined,
): Address {
  if (!Object.hasOwn(catalogueKinds, kind)) {
    throw invalidRequestError(
      'invalid_request',
      'This kind of catalogue does not exist. See catalogueKinds.',
      {},
    )
  }
  return address(root, `/api/v4/resources/${kind}`, language === undefined ? [] : [['language', language]])
}

export function chaptersAddress(root: ContentRoot, language: string | undefined): Address {
  return address(root, '/api/v4/chapters', language === undefined ? [] : [['language', language]])
}

/**
 * Address of a snapshot, from a reference or from the `snapshot_url` of a change.
 * @throws {WaraqError} `foreign_address`, `invalid_request`
 */
export function snapshotAddress(root: ContentRoot, target: ResourceRef | string): Address {
  if (typeof target === 'string') return givenAddress(root, target, snapshotPathPattern, 'a snapshot')
  const { group, id } = target
  if (!/^[a-z][a-z0-9_]*$/.test(group) || !Number.isSafeInteger(id) || id < 1) {
    throw invalidRequestError('invalid_request', 'A resource is a group name and an id from 1.', {})
  }
  return address(root, `${snapshotsPath}/${group}/${id}`, [])
}

/**
 * Address of a later page: `next_page_url` exactly as received.
 * @throws {WaraqError} `foreign_address`
 */
export function pageAddress(root: ContentRoot, nextPageUrl: string): Address {
  const page = givenAddress(root, nextPageUrl, syncPathPattern, 'a sync page')
  if (!nextPageUrl.includes('?')) throw foreignAddress(nextPageUrl, 'a sync page', 'it has no query')
  return page
}

const syncPathPattern = /^\/api\/v4\/resources\/sync$/
const snapshotPathPattern = /^\/api\/v4\/resources\/snapshots(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/

/**
 * Resolves a path received from the service. The request will carry the access token, so it must not leave the content root.
 * The path may contain only plain characters, which can write neither a host nor `..` nor an encoded form of either. The
 * resolved address is then compared with the expected one.
 */
function givenAddress(root: ContentRoot, given: string, path: RegExp, what: string): Address {
  if (typeof given !== 'string') throw foreignAddress('', what, 'it is not text')
  // Checked before any pattern: patterns may run out of stack on megabytes of text.
  if (given.length > longestGiven) throw foreignAddress(given.slice(0, 24), what, 'it is too long')
  if (!/^[\x21-\x7e]*$/.test(given))
    throw foreignAddress(given, what, 'it holds spaces, control or other characters')
  if (/[\\#]/.test(given)) throw foreignAddress(given, what, 'it holds a backslash or a fragment')
  const [givenPath = ''] = given.split('?', 1)
  if (!path.test(givenPath)) throw foreignAddress(given, what, 'its path is not that of the content API')
  const text = `${root.origin}${root.path}${given}`
  const url = new URL(text)
  if (url.origin !== root.origin || url.pathname !== root.path + givenPath || url.username !== '') {
    throw foreignAddress(given, what, 'it leaves the content root')
  }
  return { url: text, path: givenPath }
}

function foreignAddress(given: string, what: string, problem: string): WaraqError {
  // Only a few plain characters are shown: a cursor could follow any other character.
  const shown = /^[\w./:-]{0,24}/.exec(given)?.[0] ?? ''
  return new WaraqError({
    code: 'foreign_address',
    message: `The service gave ${JSON.stringify(shown)} (shortened) as the address of ${what}, but ${problem}. It was not followed; start the sync again, and check the content root if this repeats.`,
    details: { given: shown, problem },
  })
}
