import type { RelayClock } from './clock.ts'
import { basicAuthorization } from './credentials.ts'
import { within } from './deadline.ts'
import { readIssue, type Issue } from './issued-answer.ts'
import { readLimited } from './read-limited.ts'

export interface IssuerOptions {
  /** The issuer's token address. */
  endpoint: string
  clientId: string
  clientSecret: string
  scope: string
  fetch: typeof fetch
  clock: RelayClock
}

/** Callers wait for 10 seconds in all. */
const timeoutMs = 8_000
const mostAnswerBytes = 65_536

/** Asks the issuer for a token. Never throws: what `fetch` throws may quote the credentials. */
export type Issuer = () => Promise<Issue>

export function createIssuer(options: IssuerOptions): Issuer {
  const { endpoint, clientId, clientSecret, scope, fetch, clock } = options
  const authorization = basicAuthorization(clientId, clientSecret)

  async function ask(signal: AbortSignal): Promise<Issue> {
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
        cache: 'no-store',
        // Followed, the credentials might go to a stranger.
        redirect: 'manual',
        signal,
      })
      const text = await readLimited(response.body, mostAnswerBytes)
      return readIssue(response.status, text, scope, retryAfterMs(response))
    } catch {
      return { kind: 'failed', reason: 'unreachable' }
    }
  }

  return async () => {
    const controller = new AbortController()
    try {
      return await within(clock, timeoutMs, () => ask(controller.signal))
    } catch {
      return { kind: 'failed', reason: 'timeout' }
    } finally {
      controller.abort()
    }
  }
}

/** Seconds only: an issuer's date would need its clock. */
function retryAfterMs(response: Response): number | undefined {
  const text = response.headers.get('retry-after')?.trim() ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined
}
