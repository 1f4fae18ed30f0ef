import { abortedError } from './abort.ts'
import type { Clock } from './clock.ts'
import { isAbort, WaraqError } from '@waraq/protocol'
import { tokenUnavailableError } from './failures.ts'
import type { AccessToken, TokenSource } from './token-source.ts'
import { unlessAborted } from './waits.ts'

/** A 403 for a token older than this (in milliseconds) may mean that it expired: the service uses 403 for that too. */
const suspectAgeMs = 60_000

/** The client's view of its token source: which token is in use, and since when. */
export interface TokenUse {
  current(signal: AbortSignal): Promise<AccessToken>
  /**
   * Resolves with a token newer than the refused one. Requests a refresh only if no other request has done so in the
   * meantime.
   */
  renewed(refused: AccessToken, signal: AbortSignal): Promise<AccessToken>
  /** Whether the token is old enough to have expired without the source noticing. */
  isSuspect(token: AccessToken): boolean
}

export function useTokens(source: TokenSource, clock: Clock): TokenUse {
  let latest: { token: string; since: number } | undefined

  async function ask(refresh: boolean, signal: AbortSignal): Promise<AccessToken> {
    let token: AccessToken
    try {
      token = await unlessAborted(
        source.get(refresh ? { refresh, signal } : { signal }),
        signal,
        abortedError,
      )
    } catch (error) {
      if (signal.aborted && isAbort(error)) throw error
      throw tokenUnavailableError(error)
    }
    if (!isHeaderValue(token.token) || !isHeaderValue(token.clientId)) throw unusableToken()
    if (latest?.token !== token.token) latest = { token: token.token, since: clock.monotonic() }
    return token
  }

  return {
    current: (signal) => ask(false, signal),
    renewed: (refused, signal) => ask(latest?.token === refused.token, signal),
    isSuspect: (token) => latest?.token === token.token && clock.monotonic() - latest.since > suspectAgeMs,
  }
}

/** Any other value makes `fetch` throw an error that quotes it. */
function isHeaderValue(text: unknown): boolean {
  return typeof text === 'string' && /^[\x21-\x7e]+$/.test(text)
}

function unusableToken(): WaraqError {
  return new WaraqError({
    code: 'token_unavailable',
    message: 'The token source gave a token or client id that no header can carry. Check the token source.',
    retryable: false,
  })
}
