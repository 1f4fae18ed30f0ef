import { generateRandomCodeVerifier, generateRandomState } from 'oauth4webapi'
import { Refused } from '../access/guard.ts'
import type { RelayClock } from '../clock.ts'
import type { RelayLog } from '../events/log.ts'
import type { AuthorizationServer, Tokens } from './authorization-server.ts'
import {
  clearedCookie,
  cookieHeader,
  cookieOf,
  formerCookie,
  sessionCookie,
  signInCookie,
} from './cookies.ts'
import type { Settings } from './options.ts'
import { returnPath, withWord } from './return-path.ts'
import type { SessionTokens } from './session-tokens.ts'
import type { Sessions } from './sessions.ts'

const signInMs = 600_000
const longestHint = 256

/** A sign-in in progress. It is kept in a cookie of the browser that started it, so the server stores nothing. */
interface Begun {
  readonly state: string
  readonly verifier: string
  readonly beganAt: number
  readonly returnTo: string
}

interface Parts {
  readonly issuer: AuthorizationServer
  readonly sessions: Sessions
  readonly tokens: SessionTokens
  readonly settings: Settings
  readonly clock: RelayClock
  readonly log: RelayLog
}

/** Signs users in by authorization code with PKCE: one visit leads to the issuer, and another comes back from there. */
export function signIn({ issuer, sessions, tokens, settings, clock, log }: Parts) {
  const { path, publicUrl, scope, afterSignIn, absoluteMs } = settings

  const redirectUri = (request: Request) => `${publicUrl ?? new URL(request.url).origin + path}/callback`

  function begunOf(request: Request): Begun | undefined {
    const kept = new URLSearchParams(cookieOf(request, signInCookie, log))
    const [state, verifier, returnTo] = [kept.get('state'), kept.get('verifier'), kept.get('return')]
    const beganAt = Number(kept.get('began'))
    const isWaiting = clock.now() >= beganAt && clock.now() < beganAt + signInMs
    if (!state || !verifier || !isWaiting) return undefined
    return { state, verifier, beganAt, returnTo: returnPath(returnTo ?? '') ?? afterSignIn }
  }

  /** Creates the new session. The browser's former one ends first, so that it never has two. */
  async function replaced(former: string | undefined, granted: Tokens): Promise<string> {
    try {
      if (former !== undefined) await tokens.end(former)
      return await sessions.begin(granted)
    } catch (error) {
      await tokens.revoke(granted)
      throw error
    }
  }

  return {
    async begin(request: Request): Promise<Response> {
      const { searchParams } = new URL(request.url)
      const returnTo = returnPath(searchParams.get('return') ?? afterSignIn)
      const loginHint = searchParams.get('login_hint') ?? undefined
      if (returnTo === undefined || (loginHint?.length ?? 0) > longestHint) throw new Refused('query')
      const [state, verifier] = [generateRandomState(), generateRandomCodeVerifier()]
      const asked = { redirectUri: redirectUri(request), scope, state, verifier, loginHint }
      const waits = new URLSearchParams({ state, verifier, began: String(clock.now()), return: returnTo })
      const life = { sameSite: 'Lax', maxAgeSeconds: signInMs / 1000 } as const
      return redirect(await issuer.signInAddress(asked), cookieHeader(signInCookie, String(waits), life))
    },

    async finish(request: Request): Promise<Response> {
      const begun = begunOf(request)
      const answer = begun && issuer.readAnswer(new URL(request.url), begun.state)
      // Without this check, an attacker's link could sign the user in as the attacker. A sign-in in another tab continues.
      if (!begun || answer?.kind === 'other_state')
        return redirect(withWord(afterSignIn, 'sign-in', 'expired'))
      const { returnTo, verifier } = begun
      // The sign-in ends here, with success or without: its cookie is valid for one return.
      const over = clearedCookie(signInCookie)
      const fail = (outcome: 'denied' | 'failed') => redirect(withWord(returnTo, 'sign-in', outcome), over)
      if (answer?.kind !== 'code') return fail(answer?.kind ?? 'failed')
      const grant = await issuer.redeem(answer.parameters, redirectUri(request), verifier)
      if (grant.kind !== 'granted') return fail('failed')
      const id = await replaced(cookieOf(request, formerCookie, log), grant.tokens)
      const maxAgeSeconds = Math.floor(absoluteMs / 1000)
      return redirect(
        returnTo,
        over,
        // The page uses `fetch`, and never from another site, so `Strict` does not block it.
        cookieHeader(sessionCookie, id, { sameSite: 'Strict', maxAgeSeconds }),
        cookieHeader(formerCookie, id, { sameSite: 'Lax', maxAgeSeconds }),
      )
    },
  }
}

function redirect(location: string, ...cookies: readonly string[]): Response {
  const headers = new Headers({ location })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
