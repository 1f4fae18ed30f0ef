import { createContentClient, type Clock, type ContentClient, type TokenSource } from 'waraq/client'
import { isAbort, isWaraqError, WaraqError } from '@waraq/protocol'
import { issuedTokens, type IssuedTokens } from './issued-tokens.ts'
import type { Secrets } from './secrets.ts'
import type { Service } from './service.ts'

/** A response of the content root, as received. */
export interface Exchange {
  readonly status: number
  readonly headers: Headers
  /** The body of a refusal; empty otherwise. */
  readonly body: string
  /** Time when its headers arrived, in milliseconds since the epoch by this device's clock. */
  readonly at: number
}

/** The result of some work, and the responses received meanwhile. */
export type Watched<T> = { readonly exchanges: readonly Exchange[] } & (
  | { readonly value: T; readonly error?: undefined }
  | { readonly error: WaraqError; readonly value?: undefined }
)

/** The service as used by the engine, with access to the responses. */
export interface Connection {
  readonly client: ContentClient
  /** The client with a token that the service must refuse. */
  readonly stranger: ContentClient
  readonly tokens: IssuedTokens
  readonly clock: Clock
  /** Aborts all pending requests. */
  readonly signal: AbortSignal | undefined
  /** Sends the preflight that a browser sends before a page's first request, for a path of the content root. */
  preflight(path: string): Promise<Watched<void>>
  /**
   * Does the work and records the responses. Only one work may run at a time. Rejects with `aborted`, and with errors
   * that are not a `WaraqError`.
   */
  watch<T>(work: () => Promise<T>): Promise<Watched<T>>
}

export interface ConnectOptions {
  readonly service: Service
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly random: () => number
  readonly secrets: Secrets
  /** Origin of the page whose requests are imitated. */
  readonly origin: string
  readonly signal?: AbortSignal | undefined
}

/** A person is waiting, so there are only two attempts and no long delays. */
const retry = { attempts: 2, baseMs: 500, maxMs: 10_000 }
const timeouts = { headersMs: 15_000, idleMs: 15_000 }

const refusedToken = 'waraq-doctor-is-no-token'

/** @throws {WaraqError} `invalid_content_root` */
export function connect({
  service,
  fetch,
  clock,
  random,
  secrets,
  origin,
  signal,
}: ConnectOptions): Connection {
  const tokens = issuedTokens({ issuer: service.issuer, fetch, clock, secrets })
  let exchanges: Exchange[] = []

  const asPage: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('origin', origin)
    const response = await fetch(input, { ...init, headers })
    const body = response.ok
      ? ''
      : await response
          .clone()
          .text()
          .catch(() => '')
    exchanges.push({ status: response.status, headers: response.headers, body, at: clock.now() })
    return response
  }
  const clientWith = (source: TokenSource) =>
    createContentClient({
      contentRoot: service.contentRoot,
      tokens: source,
      fetch: asPage,
      clock,
      random,
      retry,
      timeouts,
      signal,
    })

  async function watch<T>(work: () => Promise<T>): Promise<Watched<T>> {
    const seen: Exchange[] = (exchanges = [])
    try {
      return { value: await work(), exchanges: seen }
    } catch (error) {
      if (!isWaraqError(error) || isAbort(error)) throw error
      return { error, exchanges: seen }
    }
  }

  return {
    client: clientWith(tokens.source),
    stranger: clientWith({
      get: async () => ({
        token: refusedToken,
        clientId: service.issuer.clientId,
        expiresAt: clock.now() + 3_600_000,
      }),
    }),
    tokens,
    clock,
    signal,
    watch,
    preflight: (path) =>
      watch(() => askPreflight(asPage, service.contentRoot.replace(/\/+$/, '') + path, clock, signal)),
  }
}

const preflightMs = 15_000

async function askPreflight(
  send: typeof fetch,
  address: string,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  const over = new AbortController()
  const end = () => over.abort()
  signal?.addEventListener('abort', end)
  clock.sleep(preflightMs, over.signal).then(end, () => undefined)
  try {
    await send(address, {
      method: 'OPTIONS',
      headers: {
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-auth-token,x-client-id',
      },
      redirect: 'manual',
      signal: over.signal,
    })
  } catch {
    signal?.throwIfAborted()
    // The thrown error is left out, because it may quote the address.
    throw new WaraqError({
      code: 'network',
      message: 'No answer came to the preflight. Check the content root and the connection.',
      retryable: true,
    })
  } finally {
    signal?.removeEventListener('abort', end)
    end()
  }
}
