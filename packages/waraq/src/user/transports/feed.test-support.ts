import { directConnection } from '../../client/user/user-connection.ts'
import { userRootsBelow } from '@waraq/protocol/user'
import { feedOf } from './feed.ts'
import type { Feed } from './transport.ts'

export interface Asked {
  readonly method: string
  readonly query: Record<string, string>
  readonly body: unknown
}

/** The feed of a service that answers as `answer` says: with its `data`, or with an answer of its own. */
export function feedAnswering(answer: () => unknown, onAsked: (asked: Asked) => void, scope?: string): Feed {
  return feedOf({
    account: 'amina',
    mushafId: 1,
    onAnswer: undefined,
    onUnexpected: () => undefined,
    scope,
    connection: directConnection({
      root: userRootsBelow('http://localhost'),
      tokens: { get: async () => ({ token: 't', clientId: 'c', expiresAt: Number.MAX_SAFE_INTEGER }) },
    }),
    fetch: (async (input, init) => {
      const request = new Request(input, init)
      const query = Object.fromEntries(new URL(request.url).searchParams)
      const body: unknown = request.method === 'POST' ? await request.json() : undefined
      onAsked({ method: request.method, query, body })
      const answered = answer()
      return answered instanceof Response ? answered : Response.json({ success: true, data: answered })
    }) as typeof fetch,
  })
}
