import type { RelayClock } from './clock.ts'
import { within } from './deadline.ts'
import { readLimited } from './read-limited.ts'

/** Sends a request of the relay itself. */
export type Send = (address: string, init: RequestInit) => Promise<Response>

/**
 * Returns the function by which the relay sends its own requests. No response is cached. No redirect is followed, because it
 * could send a token or credentials to a foreign server.
 * @param given - default: the global `fetch`
 */
export function outgoing(given?: typeof fetch): Send {
  return (address, init) => (given ?? fetch)(address, { ...init, cache: 'no-store', redirect: 'manual' })
}

/** Whether a response is a redirect. Some runtimes return its status, some hide it behind status 0, and some still follow it. */
export function isRedirect({ status, redirected }: Response): boolean {
  return redirected || status < 200 || (status >= 300 && status < 400)
}

/** Error bodies are small. Of a longer one only the status is used. */
const mostErrorBytes = 65_536

/**
 * Returns the text of an error without the token, which it may contain. Undefined if it is long, breaks off, or takes longer
 * than `ms` milliseconds.
 */
export async function errorTextOf(
  { body }: Response,
  token: string,
  { clock, ms }: { readonly clock: RelayClock; readonly ms: number },
): Promise<string | undefined> {
  const text = await within(clock, ms, () => readLimited(body, mostErrorBytes)).catch(() => undefined)
  return text?.replaceAll(token, '')
}
