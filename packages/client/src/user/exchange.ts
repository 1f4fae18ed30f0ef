import type { UserService } from '@waraq/contract/user'
import { throwIfAborted } from '../abort.ts'
import { openBody, readText, type Body } from '../body.ts'
import type { Clock } from '../clock.ts'
import { beforeDeadline } from '../deadline.ts'
import { networkError, timeoutError } from '../failures.ts'
import { parseJsonIfAny } from '../json-body.ts'
import { retryAtOf } from '../retry-after.ts'
import { discard, isAnswerOf } from '../transport.ts'
import type { Method } from './operation.ts'
import { refusalError, refusesUser } from './refusals.ts'
import type { UserDoor } from './user-door.ts'

/** What every request of user data goes out with. */
export interface Exchange {
  readonly door: UserDoor
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly headersMs: number
  readonly idleMs: number
  readonly totalMs: number
  readonly mostBytes: number
}

export interface UserRequest {
  /** `collections.list`, for errors. */
  readonly operation: string
  readonly service: UserService
  readonly method: Method
  readonly path: string
  readonly body: string | undefined
  /** Of the answer. */
  readonly accept: string
  /** The IANA name of the zone that days are counted in, where the operation counts days. */
  readonly timeZone: string | undefined
}

/** An answer of success, its body unread. */
export interface UserAnswer {
  readonly status: number
  readonly contentType: string | null
  readonly body: Body
}

/** Error bodies are small; the rest of a longer one is not read. */
const mostErrorBytes = 65_536

type Headers = Readonly<Record<string, string>>

/**
 * Sends a request and returns its answer, or throws the error that a refusal stands for. A refused token is renewed and
 * the request repeated, once: it was refused before anything was done.
 */
export async function exchange(
  around: Exchange,
  request: UserRequest,
  renewal: { used: boolean },
  signal: AbortSignal,
): Promise<UserAnswer> {
  const { door } = around
  let headers = await door.headers(signal)
  for (;;) {
    const response = await send(around, request, headers, signal)
    if (response.ok) return accepted(around, request, response, signal)
    const body = await refusalBody(around, request, response, signal)
    const renewed =
      !renewal.used && refusesUser(response.status, body) ? door.renewed(headers, signal) : undefined
    if (!renewed) throw refusal(around, request, response, body, headers)
    renewal.used = true
    headers = await renewed
  }
}

async function send(
  { door, fetch, clock, headersMs }: Exchange,
  { operation, service, method, path, body, accept, timeZone }: UserRequest,
  headers: Headers,
  signal: AbortSignal,
): Promise<Response> {
  const url = door.roots[service] + path
  const ask = async () => {
    try {
      return await fetch(url, {
        method,
        headers: {
          accept,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(timeZone === undefined ? {} : { 'x-timezone': timeZone }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        cache: 'no-store',
        redirect: 'error',
        credentials: door.credentials,
        referrerPolicy: 'no-referrer',
        signal,
      })
    } catch (error) {
      throwIfAborted(signal)
      throw networkError(operation, error)
    }
  }
  throwIfAborted(signal)
  const late = () => timeoutError(operation, 'headers', headersMs)
  const response = await beforeDeadline(ask(), { clock, ms: headersMs, signal, late })
  if (isAnswerOf(response, url)) return response
  discard(response)
  throw networkError(operation, undefined)
}

function accepted(
  { clock, idleMs, totalMs, mostBytes }: Exchange,
  { operation }: UserRequest,
  response: Response,
  signal: AbortSignal,
): UserAnswer {
  return {
    status: response.status,
    contentType: response.headers.get('content-type'),
    body: openBody(response, { path: operation, clock, signal, idleMs, totalMs, mostBytes }),
  }
}

/** The body of a refusal as JSON; undefined where it is none or was lost: the status says what counts. */
async function refusalBody(
  { clock, idleMs }: Exchange,
  { operation }: UserRequest,
  response: Response,
  signal: AbortSignal,
): Promise<unknown> {
  const limits = { idleMs, totalMs: idleMs, mostBytes: mostErrorBytes }
  const body = openBody(response, { path: operation, clock, signal, ...limits })
  try {
    return parseJsonIfAny(await readText(body, operation))
  } catch {
    throwIfAborted(signal)
    return undefined
  } finally {
    body.cancel()
  }
}

function refusal(
  { clock }: Exchange,
  { operation }: UserRequest,
  response: Response,
  body: unknown,
  headers: Headers,
): Error {
  return refusalError({
    operation,
    status: response.status,
    body,
    retryAt: retryAtOf(response, clock.now()),
    // A single character is no secret, and stands in many a message.
    secrets: Object.values(headers).filter(({ length }) => length > 1),
  })
}
