import { isWaraqError } from '@waraq/contract'
import { throwIfAborted } from './abort.ts'
import { openBody, readText } from './body.ts'
import { classify, statusSaysAll } from './classify.ts'
import type { Right } from './content-door.ts'
import { parseJson } from './json-body.ts'
import { retryAtOf } from './retry-after.ts'
import type { ContentRequest, Transport } from './request.ts'

/** Error bodies are small; the rest of a longer one is not read. */
const mostErrorBytes = 65_536

/**
 * The body of a refusal as JSON; undefined where it is none. Where the status alone says what to do, losing the body does
 * not matter; where it does not, a lost body is a failed try.
 */
export async function refusalBody(
  { clock, idleMs }: Transport,
  { address }: ContentRequest,
  response: Response,
  signal: AbortSignal,
): Promise<unknown> {
  const { status } = response
  const { path } = address
  const limits = { idleMs, totalMs: idleMs, mostBytes: mostErrorBytes }
  const body = openBody(response, { path, clock, signal, ...limits })
  try {
    const text = await readText(body, path)
    return parseJson(text, path, status, response.headers.get('content-type'))
  } catch (error) {
    throwIfAborted(signal)
    const lost = isWaraqError(error) && (error.code === 'truncated_body' || error.code === 'timeout')
    if (lost && body.bytes() > 0 && !statusSaysAll(status)) throw error
    return undefined
  } finally {
    body.cancel()
  }
}

/** The error that a refusal stands for, with the time at which the service wants to be asked again. */
export function refusalError(
  { clock, door: { by } }: Transport,
  { kind, address }: ContentRequest,
  response: Response,
  body: unknown,
  right: Right,
): Error {
  const secrets = [...right.secrets, ...queryValues(address.url)]
  const retryAt = retryAtOf(response, clock.now())
  return classify({ by, status: response.status, body, kind, path: address.path, retryAt, secrets })
}

const publicParameters: ReadonlySet<string> = new Set(['resources', 'bootstrap', 'per_page', 'language'])

/** Values of a query that must not be shown, as they stand there and as they read. */
function queryValues(url: string): string[] {
  const { search, searchParams } = new URL(url)
  const read = [...searchParams].filter(([name]) => !publicParameters.has(name)).map(([, value]) => value)
  const written = search
    .slice(1)
    .split('&')
    .map((pair) => pair.split('='))
    .filter(([name = '']) => !publicParameters.has(name))
    .map(([, ...value]) => value.join('='))
  return [...read, ...written]
}
