import { throwIfAborted } from './abort.ts'
import type { Address } from './address.ts'
import { openBody, type Body } from './body.ts'
import type { Right } from './content-door.ts'
import { beforeDeadline } from './deadline.ts'
import { networkError, notJsonError, timeoutError, pageTooLargeError } from './failures.ts'
import { isJsonType } from './json-body.ts'
import { refusalBody, refusalError } from './refusal.ts'
import { parseHttpDate } from './retry-after.ts'
import type { ContentRequest, Transport } from './request.ts'

/** An answer with status 200 and a JSON content type, its body unread. */
export interface ContentAnswer {
  body: Body
  status: number
  contentType: string | null
  serverTime: number | null
}

/** Whether a request may still renew its right: once in all, however often it is tried. */
export interface Renewal {
  used: boolean
}

/**
 * Sends one request and returns its answer, unread, or throws the error that it stands for. A refused right is renewed
 * and the request repeated, once, where that can help. The controller belongs to this try; aborting it ends the request and its body.
 */
export async function exchange(
  transport: Transport,
  request: ContentRequest,
  renewal: Renewal,
  signal: AbortSignal,
): Promise<ContentAnswer> {
  let right = await transport.door.right(signal)
  for (;;) {
    const { credentials } = right
    const headers = { accept: 'application/json', ...right.headers }
    const response = await sendTo(transport, request.address, { headers, credentials }, signal)
    if (response.status === 200) return accept(transport, request, response, signal)
    const body = await refusalBody(transport, request, response, signal)
    const renewed = renewal.used ? undefined : right.renewed(response.status, body, signal)
    if (!renewed) throw refusalError(transport, request, response, body, right)
    renewal.used = true
    right = await renewed
  }
}

/** Without the query, which may hold a token of the feed. */
function shown({ url }: Address): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

/** Asks that address and no other; resolves with the headers of its answer, whatever its status. */
export async function sendTo(
  { fetch, clock, headersMs }: Pick<Transport, 'fetch' | 'clock' | 'headersMs'>,
  address: Address,
  { headers, credentials }: Pick<Right, 'headers' | 'credentials'>,
  signal: AbortSignal,
): Promise<Response> {
  const ask = async () => {
    try {
      return await fetch(address.url, {
        method: 'GET',
        headers,
        cache: 'no-store',
        redirect: 'error',
        credentials,
        referrerPolicy: 'no-referrer',
        signal,
      })
    } catch (error) {
      throwIfAborted(signal)
      throw networkError(address.path, error, shown(address))
    }
  }
  throwIfAborted(signal)
  const late = () => timeoutError(address.path, 'headers', headersMs)
  const response = await beforeDeadline(ask(), { clock, ms: headersMs, signal, late })
  if (!isAnswerOf(response, address.url)) {
    discard(response)
    throw networkError(address.path, undefined, shown(address))
  }
  return response
}

/**
 * Whether an answer is that of the address which was asked. A service worker in between may have followed a redirect that the
 * request forbids, or asked another address.
 */
export function isAnswerOf(response: Response, url: string): boolean {
  const { redirected, type } = response
  const isFromThere = response.url === '' || response.url === new URL(url).href
  return isFromThere && !redirected && type !== 'error' && type !== 'opaqueredirect'
}

function accept(
  { clock, idleMs, totalMs, mostBytes: most }: Transport,
  { address, kind }: ContentRequest,
  response: Response,
  signal: AbortSignal,
): ContentAnswer {
  const contentType = response.headers.get('content-type')
  if (!isJsonType(contentType)) {
    discard(response)
    throw notJsonError(address.path, response.status, contentType, shown(address))
  }
  const mostBytes = kind === 'snapshot' ? most.snapshot : most.page
  const isFeed = kind === 'sync' || kind === 'page'
  const tooLong = isFeed ? () => pageTooLargeError(`${mostBytes} bytes`, { mostBytes }) : undefined
  const limits = { idleMs, totalMs, mostBytes, tooLong }
  return {
    body: openBody(response, { path: address.path, clock, signal, ...limits }),
    status: response.status,
    contentType,
    serverTime: parseHttpDate(response.headers.get('date')),
  }
}

/** Gives up a body unread. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined)
}
