import { WaraqError } from '@waraq/contract'
import { signInScopes, userScopeAreas } from '@waraq/contract/user'
import type { RelayClock } from './clock.ts'
import type { RelayLog } from './log.ts'
import type { TokenCache } from './token-cache.ts'

export interface TokenRelayOptions {
  /** Root of the token issuer; `/oauth2/token` is added. Must be https, or http on a loopback host. */
  authUrl: string
  clientId: string
  clientSecret: string
  /** The scope asked for, and the only one handed out. Default `content`. */
  scope?: string | undefined
  /** Origins that may ask, exactly as browsers write them: `https://reader.example`. Same-origin callers need no entry. */
  allowedOrigins: readonly string[]
  /**
   * Whether this caller may have a token: a session, an app check. Without it whoever can forge an `Origin` header gets
   * one. Its body has been read; an error counts as no.
   */
  authorize?: ((request: Request) => boolean | Promise<boolean>) | undefined
  /** Shares tokens between processes. Default: memory of this process only. */
  cache?: TokenCache | undefined
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined
  clock?: RelayClock | undefined
  /** Default: silence. */
  log?: RelayLog | undefined
}

export function configurationError(message: string): WaraqError {
  return new WaraqError({ code: 'invalid_relay_configuration', message })
}

/**
 * Only scopes of public content: what this relay hands out, any script of an allowed page has.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export function checkScope(scope: string): void {
  const words = scope.split(' ').filter((word) => word !== '')
  if (words.length === 0) throw configurationError('scope must name a scope.')
  const areas: readonly string[] = [...userScopeAreas, ...signInScopes]
  const ofUsers = words.find((word) => areas.includes(word.split('.', 1)[0]!))
  if (ofUsers !== undefined)
    throw configurationError(
      `scope: ${ofUsers} is about users. Tokens of users belong on a server that knows who asks; this relay hands out tokens for public content.`,
    )
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}

function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** The issuer's token address. @throws {WaraqError} `invalid_relay_configuration` */
export function tokenEndpoint(authUrl: string | undefined): string {
  if (!authUrl) throw configurationError('authUrl must be set.')
  const url = URL.canParse(authUrl) ? new URL(authUrl) : undefined
  if (!url || !isSafe(url)) throw configurationError('authUrl must be https (http only on a loopback host).')
  if (url.username !== '' || url.password !== '' || /[?#]/.test(authUrl)) {
    throw configurationError('authUrl must hold no credentials, query or fragment.')
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/oauth2/token`
}

/** @throws {WaraqError} `invalid_relay_configuration` where an entry is not an origin as browsers write it */
export function originList(origins: readonly string[] | undefined): ReadonlySet<string> {
  if (!origins)
    throw configurationError('allowedOrigins must be set; pages of the same origin alone need [].')
  for (const origin of origins) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined
    if (!url || url.origin !== origin || !isSafe(url)) {
      throw configurationError(
        `allowedOrigins: ${JSON.stringify(origin)} is not an origin. Write scheme, host and port as browsers do, such as https://reader.example: lower case, no path, no slash at the end, https unless on a loopback host.`,
      )
    }
  }
  return new Set(origins)
}
