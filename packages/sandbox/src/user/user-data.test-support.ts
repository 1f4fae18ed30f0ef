import { StandardError, userRootsBelow } from '@waraq/protocol/user'
import { createSandbox, type Sandbox, type SandboxOptions } from '../index.ts'

/** The path of an operation's service: data that users share is at another service than data of one user. */
const shared = /^\/v1\/(users|rooms|posts|comments|tags|trending-hashtags)\b/

export const rootOf = (path: string) =>
  userRootsBelow('http://localhost')[shared.test(path) ? 'quranReflect' : 'auth']

/** A small sandbox with a clock that stands still unless the test has one of its own. */
export function userSandbox(options: SandboxOptions = {}): Sandbox {
  return createSandbox({ content: 'small', now: () => Date.parse('2026-01-01T00:00:00Z'), ...options })
}

type Query = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>

interface Sent {
  readonly body?: unknown
  readonly query?: Query
  /** The time zone in which days are counted. Default: that of the service. */
  readonly timeZone?: string
  /** Undefined ones are not sent. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

function addressOf(path: string, query: Query = {}): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string])
  return `${rootOf(path)}${path}${pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''}`
}

/** A user with a token of their own, for all areas unless scopes are given. */
export async function signedIn(sandbox: Sandbox, user: string, scope?: string) {
  const { token, clientId, userId } = await sandbox.userToken({
    user,
    ...(scope === undefined ? {} : { scope }),
  })
  const send = (
    method: string,
    path: string,
    { body, query, timeZone, headers: more = {} }: Sent = {},
  ): Promise<Response> => {
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const zone = timeZone === undefined ? {} : { 'x-timezone': timeZone }
    const given = Object.entries(more).filter((header): header is [string, string] => header[1] !== undefined)
    const headers = {
      'x-auth-token': token,
      'x-client-id': clientId,
      ...zone,
      ...json,
      ...Object.fromEntries(given),
    }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return sandbox.fetch(new Request(addressOf(path, query), { method, headers, ...sent }))
  }
  const done = async (method: string, path: string, sent: Sent): Promise<unknown> => {
    const response = await send(method, path, sent)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const sentOf = (body?: unknown, query?: Query): Sent => ({ body, ...(query ? { query } : {}) })
  return {
    id: userId,
    send,
    get: (path: string, query?: Query) => done('GET', path, sentOf(undefined, query)),
    post: (path: string, body?: unknown, query?: Query) => done('POST', path, sentOf(body, query)),
    put: (path: string, body?: unknown, query?: Query) => done('PUT', path, sentOf(body, query)),
    patch: (path: string, body?: unknown, query?: Query) => done('PATCH', path, sentOf(body, query)),
    delete: (path: string, body?: unknown, query?: Query) => done('DELETE', path, sentOf(body, query)),
    /** Status and type of a refusal. */
    async refused(method: string, path: string, sent: Sent = {}): Promise<string> {
      const response = await send(method, path, sent)
      if (response.ok) throw new Error(`${method} ${path} was not refused.`)
      return `${response.status} ${StandardError.parse(await response.json()).type}`
    },
  }
}
