import { isWaraqError, RelayedToken, relayHeader, sha256Hex } from '@waraq/protocol'
import { abortedError, throwIfAborted } from './abort.ts'
import { openBody, readText } from './body.ts'
import { systemClock, type Clock } from './clock.ts'
import { parseJsonIfAny } from './json-body.ts'
import { ownAddress } from './content-root.ts'
import { relayAddress } from './relay-address.ts'
import { noAnswer, noToken, relayRefused } from './relay-failures.ts'
import { retryAtOf } from './retry-after.ts'
import { resolveCaller, type CallerOptions } from './sent-headers.ts'
import { tokenCache, usableUntil, type CachedToken } from './token-cache.ts'
import type { TokenSource } from './token-source.ts'
import { beforeDeadline, unlessAborted } from './waits.ts'

export interface RelayTokensOptions extends CallerOptions {
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined
  /** Default: `systemClock`. */
  clock?: Clock | undefined
  /** Milliseconds for the complete request. Default 10,000. */
  timeoutMs?: number | undefined
}

const mostAnswerBytes = 65_536

/**
 * Creates a source of tokens from a token relay. Keeps the latest token in memory until 30 seconds before it expires. Sends
 * one request at a time, which all waiting callers share. A refresh sends the hash of the refused token to the relay.
 * @throws {WaraqError} `invalid_relay_address`, `invalid_option`; `get` rejects with `token_unavailable` or `aborted`
 */
export function relayTokens(url: string | URL, options: RelayTokensOptions = {}): TokenSource {
  const address = relayAddress(url)
  const { clock = systemClock, timeoutMs = 10_000 } = options
  const caller = resolveCaller(options)
  const send = options.fetch ?? ((input: string, init?: RequestInit) => fetch(input, init))

  async function ask(refused: string | undefined): Promise<CachedToken> {
    const controller = new AbortController()
    const late = (): never => {
      throw noAnswer('sent no answer in time', address, ownAddress())
    }
    try {
      const work = converse(refused, controller.signal)
      return await beforeDeadline(work, { clock, ms: timeoutMs, late })
    } catch (error) {
      if (isWaraqError(error) && error.code === 'token_unavailable') throw error
      throw noAnswer('gave no answer', address, ownAddress())
    } finally {
      controller.abort()
    }
  }

  async function converse(refused: string | undefined, signal: AbortSignal): Promise<CachedToken> {
    // A page without WebCrypto sends no hash. The relay then has to find out whether its token is still valid.
    const renew = refused !== undefined && globalThis.crypto?.subtle ? await sha256Hex(refused) : undefined
    const response = await send(address, {
      method: 'POST',
      headers: {
        ...(await caller.headers()),
        'content-type': 'application/json',
        [relayHeader.name]: relayHeader.value,
      },
      body: JSON.stringify(renew === undefined ? {} : { renew }),
      cache: 'no-store',
      redirect: 'error',
      credentials: caller.credentials,
      signal,
    })
    const path = 'the token relay'
    const limits = { idleMs: timeoutMs, totalMs: timeoutMs, mostBytes: mostAnswerBytes }
    const text = await readText(openBody(response, { path, clock, signal, ...limits }), path)
    if (response.status !== 200) throw refusedBy(response)
    const parsed = RelayedToken.safeParse(parseJsonIfAny(text))
    if (!parsed.success) throw noToken(text, response.status)
    const { token, clientId, expiresIn } = parsed.data
    const expiresAt = clock.now() + expiresIn * 1000
    return {
      token: { token, clientId, expiresAt },
      usableUntil: usableUntil(clock.monotonic(), expiresIn),
    }
  }

  function refusedBy(response: Response) {
    const { status } = response
    const passing = status >= 500 || status === 429 || status === 408
    return relayRefused(status, passing, passing ? retryAtOf(response, clock.now()) : undefined)
  }

  const cache = tokenCache(ask, () => clock.monotonic())
  return {
    from: String(address),
    get: async ({ refresh = false, signal } = {}) => {
      throwIfAborted(signal)
      // A caller's signal ends only that caller's wait, never the shared request.
      return unlessAborted(cache.get(refresh), signal, abortedError)
    },
  }
}
