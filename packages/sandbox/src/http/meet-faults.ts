import type { MiddlewareHandler } from 'hono'
import type { ContentSyncErrorCode } from '@waraq/protocol'
import { withBodyEffects } from '../faults/body-effects.ts'
import type { MetFaults } from '../faults/fault-book.ts'
import type { OtherRequest, FaultEffect, RequestKind } from '../faults/fault.ts'
import { requestFacts } from '../faults/match.ts'
import { NetworkFault } from '../faults/network-fault.ts'
import type { RouteEnv, ServiceDependencies } from './context.ts'
import { contentSyncError, oauthError, standardError, statusOfCode } from './errors.ts'

/** Answers a request about user data, without faults. */
export type AskUsers = (request: Request) => Promise<Response>

/** Applies the faults that match a request. Routes apply the remaining effects, which are in `effect`. */
export function meetFaults(parts: ServiceDependencies, askUsers: AskUsers): MiddlewareHandler<RouteEnv> {
  return async (c, next) => {
    const facts = requestFacts(c.req.raw)
    const met: MetFaults = facts ? parts.faults.take(facts) : { effect: {}, hold: () => undefined }
    const { effect } = met
    c.set('effect', effect)
    if (!facts) return next()
    if (effect.delayMs !== undefined) await parts.sleep(effect.delayMs)
    for (const other of effect.meanwhile ?? []) await askAs(c.req.raw, other, askUsers)
    const answer = faultAnswer(effect, facts.kind)
    const isLost = effect.networkError === true || effect.hang === true
    if (isLost || answer) {
      if (effect.carriedOut === 'before') {
        const { res } = c
        await next()
        // Hono would merge the headers of the earlier answer into the later one.
        c.res = undefined
        c.res = res
      } else if (effect.carriedOut !== undefined) {
        // The caller may have left by then, and its body with it.
        c.req.raw = await apart(c.req.raw)
        carryOutLater(parts, met, next)
      }
    }
    if (effect.networkError) throw new NetworkFault()
    if (effect.hang === true) await new Promise<never>(() => {})
    if (answer) c.res = answer
    else await next()
    const { headers, endless, slowBody, cutBody, hang } = effect
    if (headers || endless || slowBody || cutBody || hang) {
      const made = c.res
      c.res = undefined
      c.res = withBodyEffects(made, effect, parts.sleep)
    }
    return undefined
  }
}

function carryOutLater(
  parts: ServiceDependencies,
  { effect, hold }: MetFaults,
  next: () => Promise<void>,
): void {
  // The answer is discarded, and so is an error.
  const work = () => next().catch(() => undefined)
  if (typeof effect.carriedOut === 'object') void parts.sleep(effect.carriedOut.afterMs).then(work)
  else hold(work)
}

/** The same request, independent of its caller. */
async function apart(request: Request): Promise<Request> {
  const { url, method, headers } = request
  return new Request(url, { method, headers, ...(request.body && { body: await request.text() }) })
}

async function askAs({ url, headers }: Request, { method, path, body }: OtherRequest, askUsers: AskUsers) {
  const sent = new Headers()
  for (const name of ['x-auth-token', 'x-client-id', 'x-timezone']) {
    const value = headers.get(name)
    if (value !== null) sent.set(name, value)
  }
  if (body !== undefined) sent.set('content-type', 'application/json')
  const init = { method, headers: sent, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
  const answer = await askUsers(new Request(new URL(path, url), init))
  if (!answer.ok)
    throw new Error(`${method} ${path} of another device: ${answer.status} ${await answer.text()}`)
}

const portalPage = '<!doctype html><title>Welcome</title><h1>Sign in to the network</h1>'

/** Returns the answer that a fault sends instead of the service's own, if it has one. */
function faultAnswer(effect: FaultEffect, kind: RequestKind): Response | undefined {
  if (effect.html !== undefined && effect.html !== false) {
    const page = typeof effect.html === 'string' ? effect.html : portalPage
    return new Response(page, {
      status: effect.status ?? 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  }
  if (effect.status === undefined && effect.code === undefined) return undefined
  const code: ContentSyncErrorCode | undefined = effect.code
  const status = effect.status ?? statusOfCode(code ?? '')
  const message = effect.message ?? 'A fault that was asked for.'
  if (kind === 'token') return oauthError(status, code ?? 'server_error', message)
  if (code !== undefined) return contentSyncError(code, message, status)
  return standardError(status, message, effect.type, effect.body)
}
