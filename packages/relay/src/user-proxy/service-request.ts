import { badGatewayAnswer } from '../access/answers.ts'
import { Refused } from '../access/guard.ts'
import type { RelayClock } from '../clock.ts'
import { within } from '../deadline.ts'
import type { RelayLog } from '../events/log.ts'
import { passedHeaders } from '../passed-headers.ts'
import { errorTextOf, isRedirect, outgoing } from '../outgoing.ts'
import { readLimited } from '../read-limited.ts'
import { isBrokenOff, passedOnAnswer, received } from '../received-body.ts'

/** A page's request as sent to the service. It is rebuilt, without headers of the page except those named here. */
export interface ServiceRequest {
  readonly address: string
  readonly method: string
  /** JSON; undefined without a body. */
  readonly body: string | undefined
  readonly accept: string
  readonly timeZone: string | undefined
  /** Of a conditional write, by name. */
  readonly conditions: Readonly<Record<string, string>>
  /** Aborted when the page gives up. */
  readonly signal: AbortSignal
}

const bodyWithinMs = 10_000
const mostBodyBytes = 1_048_576
const headersWithinMs = 20_000
const answerWithinMs = 120_000
const idleWithinMs = 30_000
const mostAnswerBytes = 64 * 1024 * 1024

/**
 * Headers of the service's response that are passed on, in addition to those that always are. The others concern its own
 * connection, or are set by the proxy.
 */
const kept = ['content-type', 'content-disposition', 'etag', 'x-mutation-at']

/** The headers of a conditional write: the state that it replaces, and the key that identifies the write. */
export const conditionHeaders = ['if-match', 'if-none-match', 'idempotency-key'] as const

/** @throws {Refused} */
function conditionsOf(headers: Headers): Record<string, string> {
  const given = conditionHeaders.flatMap((name) => {
    const value = headers.get(name)
    if (value === null) return []
    if (!/^[\x21-\x7e]{1,256}$/.test(value)) throw new Refused('query')
    return [[name, value] as const]
  })
  return Object.fromEntries(given)
}

/**
 * Reads the request of a page.
 * @throws {Refused}
 */
export async function readRequest(
  request: Request,
  { address, conditional }: { readonly address: string; readonly conditional: boolean },
  clock: RelayClock,
): Promise<ServiceRequest> {
  const { method, headers, signal } = request
  const timeZone = headers.get('x-timezone') ?? undefined
  // Without a time zone the service would count in UTC, and use a wrong day.
  if (timeZone !== undefined && !/^[\w+:/-]{1,64}$/.test(timeZone)) throw new Refused('query')
  const accept = headers.get('accept') ?? ''
  return {
    address,
    method,
    body: method === 'GET' ? undefined : await readBody(request, clock),
    accept: /^[\w.+*/;=, -]{1,200}$/.test(accept) ? accept : 'application/json',
    timeZone,
    conditions: conditional ? conditionsOf(headers) : {},
    signal,
  }
}

async function readBody(request: Request, clock: RelayClock): Promise<string | undefined> {
  const text = await within(clock, bodyWithinMs, () => readLimited(request.body, mostBodyBytes)).catch(
    () => undefined,
  )
  if (text === undefined) throw new Refused('body')
  if (text === '') return undefined
  if (!request.headers.has('content-type')) throw new Refused('content_type')
  return text
}

interface Parts {
  readonly clientId: string
  readonly fetch: typeof fetch | undefined
  readonly clock: RelayClock
  readonly log: RelayLog
}

/** Sends requests to the service in a user's name. Returns its response, whose body is a stream, or 502. Never rejects. */
export function serviceRequests({ clientId, fetch: given, clock, log }: Parts) {
  const send = outgoing(given)

  /** Passes on an error without the token. Of a body that is long or breaks off, only the status. */
  async function passOnError(answer: Response, token: string, ended: () => void): Promise<Response> {
    const text = await errorTextOf(answer, token, { clock, ms: headersWithinMs })
    ended()
    const { status } = answer
    return new Response(text || null, { status, headers: passedHeaders(answer, kept) })
  }

  function passOn(answer: Response, signal: AbortSignal, ended: () => void): Response {
    const { status, body } = answer
    const headers = passedHeaders(answer, kept)
    if (body === null || status === 204 || status === 205) {
      ended()
      return new Response(null, { status, headers })
    }
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    // If a page stops reading, the service's response also ends.
    received(body, { clock, idleMs: idleWithinMs, mostBytes: mostAnswerBytes })
      .pipeTo(writable)
      .catch((error: unknown) => {
        // A page that left is not a failure of the service.
        if (isBrokenOff(error) && !signal.aborted) log({ event: 'upstream_failed', status })
      })
      .then(ended)
    return passedOnAnswer(readable, { status, headers })
  }

  return async (request: ServiceRequest, token: string): Promise<Response> => {
    const { address, method, body, accept, timeZone, conditions } = request
    const controller = new AbortController()
    const giveUp = () => controller.abort()
    request.signal.addEventListener('abort', giveUp, { once: true })
    if (request.signal.aborted) giveUp()
    clock.sleep(answerWithinMs, controller.signal).then(giveUp, () => undefined)
    try {
      const answer = await within(clock, headersWithinMs, () =>
        send(address, {
          method,
          headers: {
            accept,
            'x-auth-token': token,
            'x-client-id': clientId,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(timeZone === undefined ? {} : { 'x-timezone': timeZone }),
            ...conditions,
          },
          ...(body === undefined ? {} : { body }),
          signal: controller.signal,
        }),
      )
      if (isRedirect(answer)) {
        log({ event: 'upstream_failed', status: answer.status })
        giveUp()
        return badGatewayAnswer()
      }
      return answer.status >= 400
        ? await passOnError(answer, token, giveUp)
        : passOn(answer, controller.signal, giveUp)
    } catch {
      log({ event: 'upstream_failed', status: 0 })
      giveUp()
      return badGatewayAnswer()
    }
  }
}
