import type { Operation } from 'waraq/client'
import type { UserRoots, UserService } from '@waraq/protocol/user'
import { calledOperations } from '../user-data/operations/index.ts'
import { sdkFor, sdkOperationsOf } from './sdk.ts'

const operations = calledOperations.map(({ operation }) => operation)

interface Asked {
  readonly operation: Operation
  readonly path: Record<string, string>
  readonly query: Record<string, string>
}

/** Names before parameters, as the service has it: `/v1/notes/by-range` is no note of that id. */
const rank = ({ path }: Operation) => path.replaceAll('{', '~')

function operationOf(roots: UserRoots, method: string, url: URL): Asked {
  const found = operations
    .filter((operation) => operation.method === method)
    .toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
    .flatMap((operation): Asked[] => {
      const pattern = new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
      const below = (url.origin + url.pathname).slice(roots[operation.service].length)
      const groups = url.href.startsWith(roots[operation.service]) ? pattern.exec(below) : null
      if (!groups) return []
      const path = Object.fromEntries(
        Object.entries(groups.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
      )
      return [{ operation, path, query: Object.fromEntries(url.searchParams) }]
    })
  if (!found[0]) throw new Error(`${method} ${url.href} is no operation.`)
  return found[0]
}

/**
 * A `fetch` that has the official SDK ask: it is given a request of ours, makes the SDK's call of it, and answers what the SDK
 * made of the answer. So all assertions through it hold for users of the SDK.
 */
export function fetchThroughSdk(
  roots: UserRoots,
  names: ReadonlyMap<string, string>,
): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { operation, path, query } = operationOf(roots, request.method, new URL(request.url))
    const service: UserService = operation.service
    const name = names.get(`${service} ${operation.method} ${operation.path}`)
    if (name === undefined) throw new Error(`The SDK has no ${operation.method} ${operation.path}.`)
    const sdk = sdkFor(roots, request.headers.get('x-auth-token')!)
    const timeZone = request.headers.get('x-timezone')
    const text = await request.text()
    const answer = await sdkOperationsOf(sdk, service)[name]!({
      path,
      query,
      ...(text === '' ? {} : { body: JSON.parse(text) as unknown }),
      ...(timeZone === null ? {} : { headers: { 'x-timezone': timeZone } }),
    })
    return typeof answer === 'string' ? new Response(answer) : Response.json(answer)
  }
}
