import { parseFilter } from '@waraq/protocol'
import { userServicePaths } from '@waraq/protocol/user'
import { fontsPath } from '../content/fonts.ts'
import { recordingsPath } from '../content/recordings.ts'
import type { FaultMatch, RequestFacts, RequestKind } from './fault.ts'

const kinds: readonly string[] = [
  'token',
  'sync',
  'snapshot',
  'catalogue',
  'font',
  'recording',
  'user',
] satisfies RequestKind[]

function groupsOfFilter(filter: string | null): string[] {
  try {
    return parseFilter(filter ?? '').groups.map(({ group }) => group)
  } catch {
    return []
  }
}

const isUserData = (path: string) =>
  Object.values(userServicePaths).some((root) => path.startsWith(`${root}/`))

/** Returns the facts of a request, or undefined if it is not a request to the service itself. */
export function requestFacts({
  method,
  url: address,
}: Pick<Request, 'method' | 'url'>): RequestFacts | undefined {
  const url = new URL(address)
  const path = url.pathname
  const facts = { method, path, groups: [], id: undefined }
  if (path === '/oauth2/token') return { ...facts, kind: 'token' }
  if (isUserData(path)) return { ...facts, kind: 'user' }
  if (path.startsWith(`${fontsPath}/`)) return { ...facts, kind: 'font' }
  if (path.startsWith(`${recordingsPath}/`)) return { ...facts, kind: 'recording' }
  if (!path.startsWith('/content/')) return undefined
  if (path === '/content/api/v4/resources/sync') {
    return { ...facts, kind: 'sync', groups: groupsOfFilter(url.searchParams.get('resources')) }
  }
  const snapshot = /^\/content\/api\/v4\/resources\/snapshots\/([^/]+)\/([^/]+)$/.exec(path)
  if (snapshot) return { ...facts, kind: 'snapshot', groups: [snapshot[1]!], id: Number(snapshot[2]) }
  return { ...facts, kind: 'catalogue' }
}

function pathFits(wanted: NonNullable<FaultMatch['path']>, facts: RequestFacts): boolean {
  if (wanted instanceof RegExp)
    return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(facts.path)
  if (typeof wanted === 'object')
    return new RegExp(wanted.pattern, wanted.flags?.replace(/[gy]/g, '')).test(facts.path)
  return kinds.includes(wanted) ? wanted === facts.kind : facts.path.startsWith(wanted)
}

/** Whether the fault matches the request, apart from `nth`. */
export function fits(match: FaultMatch, facts: RequestFacts): boolean {
  return (
    (match.path === undefined || pathFits(match.path, facts)) &&
    (match.method === undefined || match.method === facts.method) &&
    (match.group === undefined || facts.groups.includes(match.group)) &&
    (match.id === undefined || match.id === facts.id)
  )
}
