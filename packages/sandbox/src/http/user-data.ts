import { type Context, Hono } from 'hono'
import { Refusal } from '../user/parts/refusal.ts'
import { literalFirst, type RawRequest, readRequest, type UserRoute } from '../user/parts/route.ts'
import type { RouteEnv } from './context.ts'
import { json, standardError } from './errors.ts'

/** `{id}` as Hono writes it. */
const honoPath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** A token for an area allows all that is done there; one for an area and a verb just that. */
function allows(scopes: readonly string[], needed: string): boolean {
  return scopes.includes(needed) || scopes.includes(areaOf(needed))
}

const areaOf = (scope: string) => scope.split('.')[0]!

/** The areas of the operations: scopes that allow all that is done there. */
export function areasOf(routes: readonly UserRoute[]): string[] {
  return [...new Set(routes.map(({ scope }) => areaOf(scope)))]
}

/** Every scope that a token for user data can have. */
export function scopesOf(routes: readonly UserRoute[]): string[] {
  return [...areasOf(routes), ...new Set(routes.map(({ scope }) => scope))]
}

async function rawRequest(c: Context<RouteEnv>, userId: string): Promise<RawRequest> {
  const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '')
  return {
    userId,
    params: c.req.param(),
    search: new URL(c.req.url).searchParams,
    json: isJson ? await c.req.text() : undefined,
  }
}

async function answer(route: UserRoute, c: Context<RouteEnv>): Promise<Response> {
  const { scopes, userId } = c.get('bearer')
  if (!allows(scopes, route.scope)) {
    return standardError(403, `The access token lacks the scope ${route.scope}.`, 'insufficient_scope')
  }
  try {
    const given = route.answer(readRequest(route, await rawRequest(c, userId!)))
    return given instanceof Response ? given : json(given, route.status)
  } catch (error) {
    if (error instanceof Refusal) return standardError(error.status, error.message, error.type)
    throw error
  }
}

/** The user-data API: every operation at its documented address. */
export function userDataRoutes(routes: readonly UserRoute[]): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>()
  for (const route of literalFirst(routes)) {
    app.on(route.method, honoPath(route.path), (c) => answer(route, c as Context<RouteEnv>))
  }
  return app.all('*', () => standardError(404, 'No operation has this address.', 'invalid_path'))
}
