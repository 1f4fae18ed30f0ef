import { accountHeader } from '@waraq/protocol'
import {
  notGrantedAnswer,
  otherAccountAnswer,
  unauthorizedAnswer,
  unavailableAnswer,
} from '../access/answers.ts'
import { createGuard, Refused, type Work } from '../access/guard.ts'
import type { Handler, HostContext } from '../access/options.ts'
import { isJson } from '../access/origin.ts'
import { onFirstRequest } from '../on-first-request.ts'
import { memoryStore } from '../store/memory-store.ts'
import { allowedOperations } from './allowed-operations.ts'
import { authorizationServer } from './authorization-server.ts'
import { clearedCookie, cookieOf, formerCookie, sessionCookie } from './cookies.ts'
import { settingsOf, type ProxiedOperations, type UserDataProxyOptions } from './options.ts'
import { conditionHeaders, readRequest, serviceRequests } from './service-request.ts'
import { sessionTokens, type Right } from './session-tokens.ts'
import { createSessions, StoreFailed } from './sessions.ts'
import { signIn } from './sign-in.ts'

const storeRetrySeconds = 2

/**
 * Creates a fetch-style handler for the data of signed-in users, for pages that hold no token. It signs users in at the issuer,
 * identifies them by a cookie that scripts cannot read, and passes the chosen operations on to the service.
 *
 * Its cookies are `Secure`. Chromium and Firefox also accept them from `http://localhost`, Safari only from https.
 *
 * Below its path: `GET sign-in?return=/path` and `GET callback`, to which a user is sent; `POST sign-out`; `GET session` with
 * `{ signedIn, scope, account }`; and the operations, at the addresses that `backendConnection` of `waraq/client` uses.
 * After a failed sign-in the page finds `sign-in=denied`, `expired` or `failed` in its query.
 *
 * An operation or a sign-out may name the account that it is about, in the header `x-relay-account`. The handler compares it
 * with the account of the session before it does anything, so that a sign-in in another tab cannot come in between.
 *
 * It responds with 401 if the user has to sign in, 403 to requests that no allowed page makes or whose scope was not granted,
 * 409 if another account is signed in than the named one, 429 to callers that send too many requests, 502 if the service sends
 * no usable response, and 503 if sessions or the issuer are not available. The options are checked at the first request.
 */
export function createUserDataProxy(options: UserDataProxyOptions): Handler {
  return onFirstRequest(() => configuredProxy(options))
}

/** @throws {WaraqError} `invalid_relay_configuration` */
export function configuredProxy(options: UserDataProxyOptions): Handler {
  const settings = settingsOf(options)
  const { path } = settings
  const visits = new Set([`${path}/sign-in`, `${path}/callback`])

  const guard = createGuard(
    { ...options, authorize: 'everyone' },
    {
      route: 'user',
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      headers: ['content-type', 'x-timezone', accountHeader, ...conditionHeadersOf(options.operations)],
      sameOrigin: true,
      // A foreign page cannot send JSON without a preflight.
      refuses: (caller) =>
        caller.header('content-type') === null || isJson(caller) ? undefined : 'content_type',
      isVisit: ({ method }, { url }) => method === 'GET' && visits.has(new URL(url).pathname),
    },
  )
  const { clock, log } = guard
  const issuer = authorizationServer({ ...options, authUrl: settings.authUrl }, clock)
  const sessions = createSessions(options.store ?? memoryStore(clock), settings, clock, log)
  const tokens = sessionTokens({ sessions, issuer, clock, log })
  const ask = serviceRequests({ clientId: options.clientId, fetch: options.fetch, clock, log })
  const allowed = allowedOperations(options.operations, path, settings.userRoots)
  const { begin, finish } = signIn({ issuer, sessions, tokens, settings, clock, log })

  const idOf = (request: Request) => cookieOf(request, sessionCookie, log) ?? ''

  async function tellSession(request: Request): Promise<Response> {
    const session = (await sessions.find(idOf(request)))?.session
    const isOver = !session || (session.refreshToken === undefined && clock.now() >= session.endsAt)
    if (isOver) return Response.json({ signedIn: false })
    const { scope, account } = session
    return Response.json({ signedIn: true, scope, account })
  }

  async function signOut(request: Request): Promise<Response> {
    const id = idOf(request)
    const account = request.headers.get(accountHeader)
    const found = account === null ? undefined : await sessions.find(id)
    if (found && found.session.account !== account) return otherAccountAnswer()
    await tokens.end(id)
    const headers = new Headers()
    for (const name of [sessionCookie, formerCookie]) headers.append('set-cookie', clearedCookie(name))
    return new Response(null, { status: 204, headers })
  }

  /** The service refuses a token before it does anything, so a refused request can be sent again with another token. */
  async function passOn(request: Request, host: HostContext): Promise<Response> {
    const kept = (work: Promise<Right>) => {
      // A renewal has to end even if the page leaves: the issuer accepts the refresh token only once.
      host.waitUntil?.(work.catch(() => undefined))
      return work
    }
    const wanted = allowed(request.method, new URL(request.url))
    if ('refused' in wanted) throw new Refused(wanted.refused)
    const id = idOf(request)
    const right = await kept(tokens.current(id, request.headers.get(accountHeader), wanted.scope))
    if (right.kind !== 'token') return withoutRight(right)
    const asked = await readRequest(request, wanted, clock)
    const answer = await ask(asked, right.token)
    if (answer.status !== 401) return answer
    await answer.body?.cancel()
    const renewed = await kept(tokens.renewed(id, right.token))
    if (renewed.kind !== 'token') return withoutRight(renewed)
    const second = await ask(asked, renewed.token)
    if (second.status !== 401) return second
    await second.body?.cancel()
    await tokens.end(id)
    return unauthorizedAnswer()
  }

  const own = new Map<string, Work>([
    ['GET /sign-in', begin],
    ['GET /callback', finish],
    ['POST /sign-out', signOut],
    ['GET /session', tellSession],
  ])

  return (request, host) =>
    guard.handle(request, host, async (_, context, id) => {
      const place = `${request.method} ${new URL(request.url).pathname.slice(path.length)}`
      try {
        return await (own.get(place) ?? passOn)(request, context, id)
      } catch (error) {
        if (error instanceof StoreFailed) return unavailableAnswer(storeRetrySeconds)
        throw error
      }
    })
}

/** The headers that pages of other origins may send for a conditional write, if there is such an operation. */
function conditionHeadersOf(operations: ProxiedOperations): readonly string[] {
  const isConditional = Object.values(operations).some((area) =>
    Object.values(area).some(({ conditional }) => conditional),
  )
  return isConditional ? conditionHeaders : []
}

function withoutRight(right: Exclude<Right, { kind: 'token' }>): Response {
  if (right.kind === 'other_account') return otherAccountAnswer()
  if (right.kind === 'not_granted') return notGrantedAnswer()
  return right.kind === 'later' ? unavailableAnswer(right.retryAfterSeconds) : unauthorizedAnswer()
}
