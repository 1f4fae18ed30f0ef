import { catalogueKinds, checkGroups, parseFilter, resourceGroups, uniqueParameter } from '@waraq/protocol'
import { Refused } from '../access/guard.ts'

/** Servers refuse longer request lines. */
const longestAddress = 16_384

const root = '/api/v4'
const syncPath = `${root}/resources/sync`
const snapshotsPath = `${root}/resources/snapshots`
const snapshotPattern = new RegExp(`^${snapshotsPath}/(${resourceGroups.join('|')})/([1-9]\\d{0,15})$`)

/** Whether a parameter may have this value. */
type Form = (value: string) => boolean

const matches =
  (pattern: RegExp): Form =>
  (value) =>
    pattern.test(value)

/**
 * Sync tokens and cursors belong to the service and may be any visible ASCII, except `%`, `&`, `#` and the backslash: a server
 * that decodes twice would misread these.
 */
const isOpaque = matches(/^[!"$'-[\]-~]{1,8192}$/)

const isFilter: Form = (value) => {
  try {
    checkGroups(parseFilter(value))
    return value.length <= 8192
  } catch {
    return false
  }
}

const parametersOfSync: ReadonlyMap<string, Form> = new Map([
  ['resources', isFilter],
  ['bootstrap', matches(/^(?:true|false)$/)],
  ['sync_token', isOpaque],
  ['cursor', isOpaque],
  ['per_page', matches(/^(?:[1-9]\d?|100)$/)],
])
const parametersOfCatalogue: ReadonlyMap<string, Form> = new Map([
  ['language', matches(/^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8}){0,3}$/)],
])
const noParameters: ReadonlyMap<string, Form> = new Map()

/** Paths without variable parts, with the parameters of each. */
const fixedPaths: ReadonlyMap<string, ReadonlyMap<string, Form>> = new Map([
  [syncPath, parametersOfSync],
  [`${root}/chapters`, parametersOfCatalogue],
  ...Object.keys(catalogueKinds).map((kind) => [`${root}/resources/${kind}`, parametersOfCatalogue] as const),
])

/**
 * Returns path and query at the service for a caller's request. Both are rebuilt from their parts, so that no text of the
 * caller is forwarded unchecked. Allowed paths have plain characters only, so any encoded character in a path is refused.
 * @param url of the caller's request
 * @param mount the path of the proxy, as returned by `mountPath`
 * @throws {Refused} for anything that is not on the list
 */
export function contentAddress(url: string, mount: string): string {
  if (url.length > longestAddress) throw new Refused('query')
  const { pathname, search, hash, username, password } = new URL(url)
  if (hash !== '' || username !== '' || password !== '' || !pathname.startsWith(`${mount}/`)) {
    throw new Refused('path')
  }
  const { path, parameters } = allowedPath(pathname.slice(mount.length))
  const query = rebuiltQuery(search, parameters)
  return query === '' ? path : `${path}?${query}`
}

function allowedPath(path: string): { path: string; parameters: ReadonlyMap<string, Form> } {
  const parameters = fixedPaths.get(path)
  if (parameters) return { path, parameters }
  const [, group, id] = snapshotPattern.exec(path) ?? []
  if (group === undefined || !Number.isSafeInteger(Number(id))) throw new Refused('path')
  return { path: `${snapshotsPath}/${group}/${Number(id)}`, parameters: noParameters }
}

function rebuiltQuery(search: string, parameters: ReadonlyMap<string, Form>): string {
  if (search === '') return ''
  const seen = new Set<string>()
  const pairs = search.slice(1).split('&')
  return pairs
    .filter((pair) => !isUnique(pair))
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=')
      const isAllowed = parameters.get(name)
      if (!isAllowed || seen.has(name) || rest.length === 0) throw new Refused('query')
      seen.add(name)
      // A bare plus stays a plus: the service decides whether it reads it as a space.
      const parts = rest.join('=').split('+').map(decoded)
      if (!isAllowed(parts.join('+'))) throw new Refused('query')
      return `${name}=${parts.map(encoded).join('+')}`
    })
    .join('&')
}

/** Matches the parameter that makes the address unique for caches between page and proxy. */
const isUnique = matches(new RegExp(`^${uniqueParameter}=[\\w-]{1,64}$`))

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw new Refused('query')
  }
}

/** Also encodes `!'()*`: `encodeURIComponent` leaves them as they are, but servers may not. */
function encoded(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
