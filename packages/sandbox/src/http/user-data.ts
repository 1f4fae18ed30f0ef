import { type Context, Hono } from 'hono'
import { areaOfScope, signInScopes, userScopes, type UserScope, type UserService } from '@waraq/protocol/user'
import { Refusal, unprocessable } from '../user/parts/refusal.ts'
import { literalFirst, type RawRequest, readRequest, type UserRoute } from '../user/parts/route.ts'
import type { World } from '../user/parts/world.ts'
import type { UserRoutes } from '../user/user-data.ts'
import type { RouteEnv, ServiceDependencies } from './context.ts'
import { json, standardError } from './errors.ts'

/**
 * Converts a path to Hono's syntax: `{id}` becomes a named parameter. A word with a colon, which would start a name in Hono,
 * becomes a pattern.
 */
const honoPath = (path: string) =>
  path.replaceAll(/\/([\w-]+:[\w-]+)/g, '/:word{$1}').replaceAll(/\{(\w+)\}/g, ':$1')

/** Whether the token's scopes allow the operation. The scope of its area is sufficient. */
function allows(scopes: readonly string[], needed: UserScope | null): boolean {
  return needed === null || scopes.includes(needed) || scopes.includes(areaOfScope(needed))
}

/** Every scope that a user can grant a client. */
export const grantableScopes: readonly string[] = [...userScopes, ...signInScopes]

/** The current date in the user's time zone if the request names one, otherwise in UTC. */
function todayOf(c: Context<RouteEnv>, world: World): string {
  const timeZone = c.req.header('x-timezone') ?? 'UTC'
  try {
    return world.today(timeZone)
  } catch {
    throw unprocessable('x-timezone is no name of a time zone.')
  }
}

async function rawRequest(c: Context<RouteEnv>, world: World): Promise<RawRequest> {
  const { scopes, userId } = c.get('bearer')
  const isJson = /^application\/json\b/i.test(c.req.header('content-type') ?? '')
  return {
    userId: userId!,
    scopes,
    effect: c.env.effect ?? {},
    today: todayOf(c, world),
    conditions: {
      ifMatch: c.req.header('if-match'),
      ifNoneMatch: c.req.header('if-none-match'),
      idempotencyKey: c.req.header('idempotency-key'),
    },
    params: c.req.param(),
    search: new URL(c.req.url).searchParams,
    json: isJson ? await c.req.text() : undefined,
  }
}

/** The dependencies of the operations of one service. */
interface Served extends Pick<ServiceDependencies, 'world' | 'replicas' | 'tellsMutations'> {
  readonly service: UserService
  readonly routes: UserRoutes
}

/** Runs the operation on the current data, or on that of a replica which is behind. */
function doneOn(
  { world, replicas, service, routes }: Served,
  route: UserRoute,
  c: Context<RouteEnv>,
): UserRoute {
  const place = routes[service].indexOf(route)
  const { staleReads } = c.env.effect ?? {}
  if (route.method === 'GET') {
    const isStale = staleReads !== undefined && service === 'auth'
    return isStale ? replicas.at(world.now() - staleReads.seconds * 1000)[service][place]! : route
  }
  return {
    ...route,
    answer: (asked) => {
      const at = world.now()
      replicas.note({ service, place, asked, at })
      // A replica that repeats the operation uses the same time.
      return world.at(at, () => route.answer(asked))
    },
  }
}

async function answer(route: UserRoute, c: Context<RouteEnv>, served: Served): Promise<Response> {
  const { world, service, tellsMutations } = served
  const { scopes, userId } = c.get('bearer')
  if (!allows(scopes, route.scope)) {
    return standardError(403, `The access token lacks the scope ${route.scope}.`, 'insufficient_scope')
  }
  try {
    const given = route.answer(readRequest(route, await rawRequest(c, world)))
    if (given instanceof Response) return given
    const isReported = tellsMutations && service === 'auth' && route.method !== 'GET'
    const headers = isReported ? { 'x-mutation-at': String(world.journal.head(userId!)) } : {}
    return json(given, route.status, headers)
  } catch (error) {
    if (error instanceof Refusal) return standardError(error.status, error.message, error.type, error.body)
    throw error
  }
}

/** Creates the operations of one service of user data, each at its documented address. */
export function userDataRoutes(served: Served): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>()
  for (const route of literalFirst(served.routes[served.service])) {
    app.on(route.method, honoPath(route.path), (context) => {
      const c = context as Context<RouteEnv>
      return answer(doneOn(served, route, c), c, served)
    })
  }
  return app.all('*', () => standardError(404, 'No operation has this address.', 'invalid_path'))
}
