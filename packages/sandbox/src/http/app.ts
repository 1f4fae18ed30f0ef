import { userServicePaths, type UserService } from '@waraq/protocol/user'
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { fontsPath } from '../content/fonts.ts'
import { recordingsPath } from '../content/recordings.ts'
import type { SandboxControls } from '../controls.ts'
import type { FaultEffect } from '../faults/fault.ts'
import { NetworkFault } from '../faults/network-fault.ts'
import type { UserRoutes } from '../user/user-data.ts'
import { adminRoutes } from './admin.ts'
import { authenticate, authenticateUser } from './authenticate.ts'
import { authorizationRoutes } from './authorization.ts'
import { catalogueRoutes } from './catalogue.ts'
import type { RouteEnv, ServiceDependencies } from './context.ts'
import { standardError } from './errors.ts'
import { fileRoutes } from './files.ts'
import { issuerRoutes } from './issuer.ts'
import { isLoopbackHost, isLoopbackOrigin } from './loopback.ts'
import { meetFaults } from './meet-faults.ts'
import { snapshotRoutes } from './snapshots.ts'
import { syncRoutes } from './sync-feed.ts'
import { userDataRoutes } from './user-data.ts'

/** Seconds for which a browser may cache a preflight. */
const preflightMaxAge = 600

const userMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** The services of user data, each with its root path. */
const userRoots = Object.entries(userServicePaths) as [UserService, string][]

const userHeaders = ['content-type', 'x-timezone', 'if-match', 'if-none-match', 'idempotency-key']

function logRequests(parts: ServiceDependencies): MiddlewareHandler<RouteEnv> {
  return async (c, next) => {
    const { pathname: path, search: query } = new URL(c.req.url)
    const answered = parts.requests.add({ method: c.req.method, path, query, time: parts.now() })
    await next()
    answered(c.res.status)
  }
}

/** Adds the `Date` header, from which clients compute Retry-After. Without a socket no HTTP server writes it. */
function datedAnswers(now: () => number): MiddlewareHandler<RouteEnv> {
  return async (c, next) => {
    await next()
    if (!c.res.headers.has('date')) c.res.headers.set('date', new Date(now()).toUTCString())
  }
}

/** CORS: which pages may send requests, and how. Credentials are headers, so cookies are never needed. */
function apiCors(
  allowed: ServiceDependencies['allowedOrigins'],
  allowMethods: string[],
  headers: string[] = [],
) {
  return cors({
    origin: allowed === '*' ? '*' : [...allowed],
    allowHeaders: ['x-auth-token', 'x-client-id', ...headers],
    allowMethods,
    exposeHeaders: ['Retry-After', 'Date', 'ETag', 'X-Mutation-At'],
    maxAge: preflightMaxAge,
  })
}

/** CORS for hosts of recordings. They are open to all pages and do not know the service's origins. */
const audioCors = cors({
  origin: '*',
  allowHeaders: ['range', 'if-range'],
  allowMethods: ['GET', 'HEAD'],
  exposeHeaders: ['content-length', 'content-range'],
  maxAge: preflightMaxAge,
})

/** Host name of a `Host` header. A request without a socket has none. */
function hostnameOf(host: string | undefined): string {
  if (host === undefined) return 'localhost'
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
}

/**
 * A development tool must not accept requests of other sites: neither via a name that points to this machine nor from their
 * scripts.
 */
const loopbackOnly: MiddlewareHandler<RouteEnv> = async (c, next) => {
  const names = [new URL(c.req.url).hostname, hostnameOf(c.req.header('host'))]
  const origin = c.req.header('origin')
  if (!names.every(isLoopbackHost) || (origin !== undefined && !isLoopbackOrigin(origin))) {
    return standardError(403, 'The admin endpoint opens to this machine only.')
  }
  await next()
  return undefined
}

const adminCors = cors({
  origin: (origin: string) => (isLoopbackOrigin(origin) ? origin : undefined),
  allowHeaders: ['content-type'],
  allowMethods: ['GET', 'POST'],
  maxAge: preflightMaxAge,
})

function failed(error: Error): Response {
  if (error instanceof NetworkFault) throw error
  return standardError(500, `The sandbox failed: ${error.message}`)
}

/** User data, which requires a valid token. */
function userApp(parts: ServiceDependencies, routes: UserRoutes): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>()
  app.use(authenticateUser(parts.authority))
  for (const [service, path] of userRoots) app.route(path, userDataRoutes({ ...parts, service, routes }))
  return app.onError(failed)
}

/** Creates the complete service as one Hono application. */
export function createApp(
  parts: ServiceDependencies,
  controls: SandboxControls,
  userRoutes: UserRoutes,
): Hono<RouteEnv> {
  const app = new Hono<RouteEnv>()
  app.use(datedAnswers(parts.now))
  app.use('/oauth2/*', logRequests(parts))
  app.use('/content/*', logRequests(parts))
  for (const [, path] of userRoots) app.use(`${path}/*`, logRequests(parts))
  app.use(`${fontsPath}/*`, logRequests(parts), apiCors(parts.allowedOrigins, ['GET']))
  app.use(`${recordingsPath}/*`, logRequests(parts), audioCors)
  app.use('/admin/*', loopbackOnly, adminCors)
  app.use('/content/*', apiCors(parts.allowedOrigins, ['GET']))
  for (const [, path] of userRoots) {
    app.use(`${path}/*`, apiCors(parts.allowedOrigins, userMethods, userHeaders))
  }
  // Created at the first request: most sandboxes serve only content, and a test run has thousands of them.
  let users: Hono<RouteEnv> | undefined
  const askUsers = async (request: Request, effect: FaultEffect = {}) =>
    (users ??= userApp(parts, userRoutes)).fetch(request, { effect })
  app.use(meetFaults(parts, askUsers))
  app.use('/content/*', authenticate(parts.authority))
  app.route('/', issuerRoutes(parts))
  app.route('/', authorizationRoutes(parts))
  app.route('/', adminRoutes(parts, controls))
  const content = new Hono<RouteEnv>()
  for (const routes of [syncRoutes(parts), snapshotRoutes(parts), catalogueRoutes(parts)])
    content.route('/', routes)
  app.route('/content/api/v4', content)
  app.route('/', fileRoutes(parts))
  for (const [, path] of userRoots) app.all(`${path}/*`, (c) => askUsers(c.req.raw, c.get('effect')))
  app.notFound(() => standardError(404, 'There is nothing at this address.'))
  app.onError(failed)
  return app
}
