import type { Context, MiddlewareHandler } from 'hono'
import type { Bearer, TokenAuthority } from '../service/token-authority.ts'
import type { RouteEnv } from './context.ts'
import { standardError } from './errors.ts'

/** Reads the two headers of every request: an access token, and the client that it was issued to. */
function bearerOf(c: Context<RouteEnv>, authority: TokenAuthority): Bearer | Response {
  const token = c.req.header('x-auth-token')
  const clientId = c.req.header('x-client-id')
  if (!token || !clientId) {
    return standardError(401, 'The headers x-auth-token and x-client-id are required.')
  }
  const verdict = authority.check(token)
  if (!verdict.valid) return standardError(401, `The access token is ${verdict.problem}.`)
  if (verdict.clientId !== clientId) return standardError(401, 'The access token belongs to another client.')
  return { scopes: verdict.scope.split(' '), userId: verdict.userId }
}

/** Requires a token with the scope `content`. */
export function authenticate(authority: TokenAuthority): MiddlewareHandler<RouteEnv> {
  return async (c, next) => {
    const bearer = bearerOf(c, authority)
    if (bearer instanceof Response) return bearer
    if (!bearer.scopes.includes('content')) {
      return standardError(403, 'The access token lacks the scope content.', 'insufficient_scope')
    }
    await next()
    return undefined
  }
}

/** Requires a token that is bound to a user. Each operation checks its scope. */
export function authenticateUser(authority: TokenAuthority): MiddlewareHandler<RouteEnv> {
  return async (c, next) => {
    const bearer = bearerOf(c, authority)
    if (bearer instanceof Response) return bearer
    if (bearer.userId === undefined) return standardError(403, 'The access token is no user’s.')
    c.set('bearer', bearer)
    await next()
    return undefined
  }
}
