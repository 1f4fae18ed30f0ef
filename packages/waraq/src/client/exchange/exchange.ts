import type { WaraqError } from '@waraq/protocol'
import { throwIfAborted } from '../abort.ts'
import { openBody, type BodyOptions } from '../body.ts'
import { cachedAnswerError, networkError, timeoutError } from '../failures.ts'
import { parseHttpDate, retryAtOf } from '../retry-after.ts'
import { beforeDeadline } from '../waits.ts'
import type { Answer, OutgoingRequest, Right } from './request.ts'
import type { Transport } from './transport.ts'

/** Whether a call has renewed its right, which it may do once in all its tries. */
export interface Renewal {
  used: boolean
}

/** Error bodies are small; the rest of a longer one is not read. */
const mostErrorBytes = 65_536

/**
 * Sends one request. Returns its answer with the body unread, or throws the error of its refusal. If a new right can help,
 * the call renews it and repeats the request, once: the server refused the request before it did anything. The signal belongs
 * to this try; aborting it ends the request and its body.
 */
export async function exchange(
  transport: Transport,
  request: OutgoingRequest,
  renewal: Renewal,
  signal: AbortSignal,
): Promise<Answer> {
  const { clock, timeouts, unique } = transport
  let right = await request.right(signal)
  let isUnique = request.fresh === true && unique.isOn
  /** A refusal that may only concern the query that makes the address unique. */
  let suspected: WaraqError | undefined
  for (;;) {
    const url = isUnique ? unique.of(request.url) : request.url
    const response = await send(transport, { ...request, url }, right, signal)
    const { status, headers } = response
    const { name: path, mostBytes, tooLong } = request
    const open = (limits: Pick<BodyOptions, 'totalMs' | 'mostBytes' | 'tooLong'>): Answer => ({
      body: openBody(response, { path, clock, signal, idleMs: timeouts.idleMs, ...limits }),
      status,
      headers,
      contentType: headers.get('content-type'),
      serverTime: parseHttpDate(headers.get('date')),
    })
    const isAnswer = request.isAnswer(status)
    const answer = isAnswer
      ? open({ totalMs: timeouts.totalMs, mostBytes, tooLong })
      : open({ totalMs: timeouts.idleMs, mostBytes: mostErrorBytes })
    request.onAnswer?.(answer)
    if (isAnswer) {
      if (suspected) unique.giveUp()
      return answer
    }
    const body = await request.readRefusal(answer).finally(answer.body.cancel)
    throwIfAborted(signal)
    const renewed = renewal.used ? undefined : right.renewed(status, body, signal)
    if (!renewed) {
      const retryAt = retryAtOf(response, clock.now())
      const refused = request.refused({ status, body, retryAt, secrets: right.secrets })
      if (suspected || !mayMeanQuery(refused, isUnique)) throw suspected ?? refused
      suspected = refused
      isUnique = false
      continue
    }
    renewal.used = true
    right = await renewed
  }
}

/** Requests exactly this address. Resolves with the headers of an answer of any status. */
async function send(
  { fetch, clock, timeouts: { headersMs } }: Transport,
  { name, url, fresh, shown, check, method = 'GET', headers, body, beforeSend }: OutgoingRequest,
  right: Right,
  signal: AbortSignal,
): Promise<Response> {
  const ask = async () => {
    beforeSend?.()
    try {
      return await fetch(url, {
        method,
        headers: { ...headers, ...right.headers },
        ...(body === undefined ? {} : { body }),
        cache: 'no-store',
        redirect: 'error',
        credentials: right.credentials,
        referrerPolicy: 'no-referrer',
        signal,
      })
    } catch (error) {
      throwIfAborted(signal)
      throw networkError(name, error, shown, check)
    }
  }
  throwIfAborted(signal)
  const late = (): never => {
    throw timeoutError(name, 'headers', headersMs)
  }
  const response = await beforeDeadline(ask(), { clock, ms: headersMs, signal, late })
  if (isAnswerOf(response, url)) return response
  discard(response)
  throw fresh && isOfOtherQuery(response, url)
    ? cachedAnswerError(name, shown)
    : networkError(name, undefined, shown, check)
}

/** Whether this may be the answer of a server that refuses unknown query parameters. */
function mayMeanQuery({ code, status }: WaraqError, isUnique: boolean): boolean {
  const isOfQuery = status === 400 || status === 422
  return isUnique && isOfQuery && (code === 'invalid_request' || code === 'unprocessable_entity')
}

/**
 * Whether the answer comes from the requested address. A service worker in between may have followed a redirect that the
 * request forbids, or requested another address.
 */
function isAnswerOf(response: Response, url: string): boolean {
  const { redirected, type } = response
  const isFromThere = response.url === '' || response.url === new URL(url).href
  return isFromThere && !redirected && type !== 'error' && type !== 'opaqueredirect'
}

/** Whether the answer was made for the same address with another query: a cache that ignores the query had stored it. */
function isOfOtherQuery(response: Response, url: string): boolean {
  if (response.redirected || !URL.canParse(response.url)) return false
  const [asked, answered] = [new URL(url), new URL(response.url)]
  return asked.origin === answered.origin && asked.pathname === answered.pathname
}

/** Discards a body without reading it. */
function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}
