import { parseFilter } from '@waraq/contract'
import type { FaultMatch, RequestFacts, RequestKind } from './fault.ts'

const kinds: readonly string[] = ['token', 'sync', 'snapshot', 'catalogue'] satisfies RequestKind[]

function groupsOfFilter(filter: string | null): string[] {
  try {
    return parseFilter(filter ?? '').groups.map(({ group }) => group)
  } catch {
    return []
  }
}

/** What a request is about, or undefined where it is no request of the service itself. */
export function requestFacts(url: URL): RequestFacts | undefined {
  const path = url.pathname
  if (path === '/oauth2/token') return { kind: 'token', path, groups: [], id: undefined }
  if (!path.startsWith('/content/')) return undefined
  if (path === '/content/api/v4/resources/sync') {
    return { kind: 'sync', path, groups: groupsOfFilter(url.searchParams.get('resources')), id: undefined }
  }
  const snapshot = /^\/content\/api\/v4\/resources\/snapshots\/([^/]+)\/([^/]+)$/.exec(path)
  if (snapshot) return { kind: 'snapshot', path, groups: [snapshot[1]!], id: Number(snapshot[2]) }
  return { kind: 'catalogue', path, groups: [], id: undefined }
}

function pathFits(wanted: NonNullable<FaultMatch['path']>, facts: RequestFacts): boolean {
  if (wanted instanceof RegExp)
    return new RegExp(wanted.source, wanted.flags.replace(/[gy]/g, '')).test(facts.path)
  if (typeof wanted === 'object')
    return new RegExp(wanted.pattern, wanted.flags?.replace(/[gy]/g, '')).test(facts.path)
  return kinds.includes(wanted) ? wanted === facts.kind : facts.path.startsWith(wanted)
}

/** Whether a request is one that the fault is about, leaving `nth` aside. */
export function fits(match: FaultMatch, facts: RequestFacts): boolean {
  return (
    (match.path === undefined || pathFits(match.path, facts)) &&
    (match.group === undefined || facts.groups.includes(match.group)) &&
    (match.id === undefined || match.id === facts.id)
  )
}
