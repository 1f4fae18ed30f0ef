import { uniqueParameter } from '@waraq/protocol'
import { userRootsBelow, type UserRoots, type UserScope, type UserService } from '@waraq/protocol/user'
import type { ParameterSchema, ProxiedOperation, ProxiedOperations } from './options.ts'

const longestQuery = 4_096
const longestParameter = 256

/** One segment of an operation's path: a fixed word, or a check of a parameter's value. */
type Segment = string | { readonly takes: (value: string) => boolean }

interface Template {
  readonly method: string
  readonly scope: UserScope | null
  readonly conditional: boolean
  readonly segments: readonly Segment[]
}

/**
 * The address at the service for a request, with the scope and headers that its operation takes; or the reason for refusing it.
 */
export type Allowed = AllowedRequest | { readonly refused: 'path' | 'query' }

interface AllowedRequest {
  readonly address: string
  readonly scope: UserScope | null
  /** Whether the headers of a conditional write are passed on. */
  readonly conditional: boolean
}

/**
 * Matches requests with the operations that pages may use. A request's path is split and compared with those of the operations
 * segment by segment, and the service's address is rebuilt. A caller's text never becomes more than one segment of it.
 */
export function allowedOperations(
  operations: ProxiedOperations,
  path: string,
  roots: UserRoots,
): (method: string, url: URL) => Allowed {
  const chosen = Object.values(operations).flatMap((area) => Object.values(area))
  const services = (Object.entries(userRootsBelow(path)) as [UserService, string][]).map(
    ([service, prefix]) => ({
      prefix: `${prefix}/`,
      root: roots[service],
      templates: chosen.filter((operation) => operation.service === service).map(templateOf),
    }),
  )
  return (method, { pathname, search, searchParams }) => {
    const service = services.find(({ prefix }) => pathname.startsWith(prefix))
    const segments = service && decoded(pathname.slice(service.prefix.length))
    const template = segments && service.templates.find((one) => one.method === method && fits(one, segments))
    if (!template) return { refused: 'path' }
    if (search.length > longestQuery) return { refused: 'query' }
    const query = new URLSearchParams(
      [...searchParams].filter(([name]) => name !== uniqueParameter),
    ).toString()
    // A literal segment is copied from the operation: `app-state:config` has a colon.
    const written = template.segments.map((segment, index) =>
      typeof segment === 'string' ? segment : encodeURIComponent(segments[index]!),
    )
    const address = [service.root, ...written].join('/')
    const { scope, conditional } = template
    return { address: query === '' ? address : `${address}?${query}`, scope, conditional }
  }
}

function decoded(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent)
  } catch {
    return undefined
  }
}

function fits({ segments }: Template, sent: readonly string[]): boolean {
  return (
    segments.length === sent.length &&
    segments.every((segment, index) =>
      typeof segment === 'string' ? segment === sent[index] : segment.takes(sent[index]!),
    )
  )
}

function templateOf({ method, path, params, scope, conditional }: ProxiedOperation): Template {
  const segments = path.slice(1).split('/')
  return {
    method,
    scope,
    conditional: conditional === true,
    segments: segments.map((segment) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1]
      if (name === undefined) return segment
      const schema = params?.[name]
      return { takes: (value) => isParameter(value) && (!schema || isOf(schema, value)) }
    }),
  }
}

/**
 * Whether every server in between reads the text as one segment. The text must have no separators, must not be a dot segment,
 * and must have neither control characters nor an escape that a server which decodes twice would read as one of these.
 */
function isParameter(value: string): boolean {
  return (
    value.length <= longestParameter &&
    /^[^/\\\p{Cc}]+$/u.test(value) &&
    !/^\.{1,2}(;|$)/.test(value) &&
    !/%[\da-f]{2}/i.test(value)
  )
}

function isOf(schema: ParameterSchema, value: string): boolean {
  const number = /^[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined
  return schema.safeParse(value).success || (number !== undefined && schema.safeParse(number).success)
}
