import { WaraqError } from '@waraq/protocol'
import { signInScopes, userScopeAreas } from '@waraq/protocol/user'

export function configurationError(message: string): WaraqError {
  return new WaraqError({ code: 'invalid_relay_configuration', message })
}

/**
 * Accepts only scopes of public content, because any script of an allowed page can take a token that the relay issues.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export function checkScope(scope: string): void {
  const words = scope.split(' ').filter((word) => word !== '')
  if (words.length === 0) throw configurationError('scope must name a scope.')
  const areas: readonly string[] = [...userScopeAreas, ...signInScopes]
  const ofUsers = words.find((word) => areas.includes(word.split('.', 1)[0]!))
  if (ofUsers !== undefined)
    throw configurationError(
      `scope: ${ofUsers} is about users. Tokens of users belong on a server that knows who asks (createUserDataProxy); this is for public content.`,
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

/**
 * Returns an address that secrets or tokens are sent to, without a slash at the end.
 * @throws {WaraqError} `invalid_relay_configuration`, naming the option
 */
export function safeRoot(option: string, address: string | undefined): string {
  if (!address) throw configurationError(`${option} must be set.`)
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !isSafe(url))
    throw configurationError(`${option} must be https (http only on a loopback host).`)
  if (url.username !== '' || url.password !== '' || /[?#]/.test(address)) {
    throw configurationError(`${option} must hold no credentials, query or fragment.`)
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/** Returns the issuer's token address. @throws {WaraqError} `invalid_relay_configuration` */
export function tokenEndpoint(authUrl: string | undefined): string {
  return `${safeRoot('authUrl', authUrl)}/oauth2/token`
}

/** @throws {WaraqError} `invalid_relay_configuration` if an entry is not an origin as browsers write it */
export function originList(origins: readonly string[] | undefined): ReadonlySet<string> {
  if (!origins)
    throw configurationError('allowedOrigins must be set; with sameOrigin, pages of the same origin need [].')
  for (const origin of origins) {
    const url = URL.canParse(origin) ? new URL(origin) : undefined
    // A page's origin has no wildcard, so such an entry would match none.
    if (!url || url.origin !== origin || !isSafe(url) || origin.includes('*')) {
      throw configurationError(
        `allowedOrigins: ${JSON.stringify(origin)} is not an origin. Write scheme, host and port as browsers do, such as https://reader.example: lower case, no path, no slash at the end, no wildcard, https unless on a loopback host.`,
      )
    }
  }
  return new Set(origins)
}

/**
 * Returns the path of a proxy on its server, without a slash at the end; empty for the root.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export function mountPath(path: string): string {
  if (!/^(?:\/[\w~-][\w.~-]*)*\/?$/.test(path)) {
    throw configurationError('path must be plain, such as /content: it is where callers find the proxy.')
  }
  return path.replace(/\/$/, '')
}
