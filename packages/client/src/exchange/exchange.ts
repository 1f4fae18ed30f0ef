import { throwIfAborted } from '../abort.ts'
import { openBody, type BodyOptions } from '../body.ts'
import { networkError, timeoutError } from '../failures.ts'
import { parseHttpDate, retryAtOf } from '../retry-after.ts'
import { beforeDeadline } from '../waits.ts'
import type { Answer, OutgoingRequest, Right } from './request.ts'
import type { Transport } from './transport.ts'

/** Whether a call may still renew its right: once for all its tries. */
export interface Renewal {
  used: boolean
}

/** Error bodies are small; the rest of a longer one is not read. */
const mostErrorBytes = 65_536

/**
 * Sends one request and returns its answer, unread, or throws the error that it stands for. A refused right is renewed
 * and the request repeated, once, where that can help: it was refused before anything was done. The signal belongs to this
 * try; aborting it ends the request and its body.
 */
export async function exchange(
  transport: Transport,
  request: OutgoingRequest,
  renewal: Renewal,
  signal: AbortSignal,
): Promise<Answer> {
  const { clock, timeouts } = transport
  let right = await request.right(signal)
  for (;;) {
    const response = await send(transport, request, right, signal)
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
    if (isAnswer) return answer
    const body = await request.readRefusal(answer).finally(answer.body.cancel)
    throwIfAborted(signal)
    const renewed = renewal.used ? undefined : right.renewed(status, body, signal)
    if (!renewed) {
      const retryAt = retryAtOf(response, clock.now())
      throw request.refused({ status, body, retryAt, secrets: right.secrets })
    }
    renewal.used = true
    right = await renewed
  }
}

/** Asks that address and no other; resolves with the headers of an answer of any status. */
async function send(
  { fetch, clock, timeouts: { headersMs } }: Transport,
  { name, url, shown, method = 'GET', headers, body, beforeSend }: OutgoingRequest,
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
      throw networkError(name, error, shown)
    }
  }
  throwIfAborted(signal)
  const late = (): never => {
    throw timeoutError(name, 'headers', headersMs)
  }
  const response = await beforeDeadline(ask(), { clock, ms: headersMs, signal, late })
  if (isAnswerOf(response, url)) return response
  discard(response)
  throw networkError(name, undefined, shown)
}

/**
 * Whether an answer is that of the address which was asked. A service worker in between may have followed a redirect that the
 * request forbids, or asked another address.
 */
function isAnswerOf(response: Response, url: string): boolean {
  const { redirected, type } = response
  const isFromThere = response.url === '' || response.url === new URL(url).href
  return isFromThere && !redirected && type !== 'error' && type !== 'opaqueredirect'
}

/** Gives up a body unread. */
function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}
