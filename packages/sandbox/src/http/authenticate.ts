import type { MiddlewareHandler } from 'hono'
import type { TokenAuthority } from '../service/token-authority.ts'
import type { RouteEnv } from './context.ts'
import { standardError } from './errors.ts'

/** The two headers of every content request: an access token with scope `content`, and the client it was issued to. */
export function authenticate(authority: TokenAuthority): MiddlewareHandler<RouteEnv> {
  return async (c, next) => {
    const token = c.req.header('x-auth-token')
    const clientId = c.req.header('x-client-id')
    if (!token || !clientId) {
      return standardError(401, 'The headers x-auth-token and x-client-id are required.')
    }
    const verdict = await authority.check(token)
    if (!verdict.valid) return standardError(401, `The access token is ${verdict.problem}.`)
    if (verdict.clientId !== clientId)
      return standardError(401, 'The access token belongs to another client.')
    if (!verdict.scope.split(' ').includes('content')) {
      return standardError(403, 'The access token lacks the scope content.', 'insufficient_scope')
    }
    await next()
    return undefined
  }
}
