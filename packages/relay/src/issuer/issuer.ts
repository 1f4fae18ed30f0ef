import { sha256Hex } from '@waraq/protocol'
import { systemClock, type RelayClock } from '../clock.ts'
import { checkScope, tokenEndpoint } from '../configuration.ts'
import { within } from '../deadline.ts'
import { outgoing } from '../outgoing.ts'
import { readLimited } from '../read-limited.ts'
import { basicAuthorization, checkCredentials, currentSecret, type Credentials } from './credentials.ts'
import { readIssue, type Issue } from './issued-answer.ts'

/** The application as a client of its service. */
export interface ClientOptions extends Credentials {
  /** Root of the token issuer; `/oauth2/token` is added. Must be https, or http on a loopback host. */
  readonly authUrl: string
  /** The requested scope, and the only one that is accepted. Default `content`. */
  readonly scope?: string | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch | undefined
  readonly clock?: RelayClock | undefined
}

/** Callers wait for 10 seconds in total, so the issuer has less. */
const timeoutMs = 8_000
const mostAnswerBytes = 65_536

/** The token issuer, as used by one client. Never throws, because errors of `fetch` may contain the credentials. */
export interface Issuer {
  readonly clientId: string
  /** Identifies issuer, client and scope: a token is useless for another key. */
  readonly key: string
  ask(): Promise<Issue>
  /** A fingerprint of the credentials, so that a refusal counts only for the credentials that were refused. */
  fingerprint(): Promise<string>
}

/** @throws {WaraqError} `invalid_relay_configuration` */
export function createIssuer(options: ClientOptions): Issuer {
  const { clientId, clientSecret, scope = 'content', clock = systemClock } = options
  checkCredentials(options)
  checkScope(scope)
  const endpoint = tokenEndpoint(options.authUrl)
  const send = outgoing(options.fetch)

  /** Undefined if the secret is not available. */
  async function authorization(): Promise<string | undefined> {
    try {
      return basicAuthorization(clientId, await currentSecret(clientSecret, clock))
    } catch {
      return undefined
    }
  }

  async function converse(credentials: string, signal: AbortSignal): Promise<Issue> {
    try {
      const response = await send(endpoint, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          authorization: credentials,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
        signal,
      })
      const text = await readLimited(response.body, mostAnswerBytes)
      return readIssue(response.status, text, scope, retryAfterMs(response))
    } catch {
      return { kind: 'failed', reason: 'unreachable' }
    }
  }

  return {
    clientId,
    key: JSON.stringify([endpoint, clientId, scope]),
    ask: async () => {
      const credentials = await authorization()
      if (credentials === undefined) return { kind: 'failed', reason: 'no_secret' }
      const controller = new AbortController()
      try {
        return await within(clock, timeoutMs, () => converse(credentials, controller.signal))
      } catch {
        return { kind: 'failed', reason: 'timeout' }
      } finally {
        controller.abort()
      }
    },
    fingerprint: async () => (await sha256Hex((await authorization()) ?? '')).slice(0, 16),
  }
}

/** Reads seconds only: a date would need the issuer's clock. */
function retryAfterMs(response: Response): number | undefined {
  const text = response.headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined
}
