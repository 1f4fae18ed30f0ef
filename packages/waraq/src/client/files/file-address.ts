import { WaraqError } from '@waraq/protocol'
import { isPrivateAddress, parseContentRoot } from '../content-root.ts'

/** Hosts that files may be fetched from. */
export interface FileHosts {
  /** Origins, such as `https://static.example.org`. */
  readonly origins: ReadonlySet<string>
  /** Base of addresses without a host; null if there is none. */
  readonly home: string | null
}

/** Base of addresses without a host: the origin of a content root, or an address. */
export interface FileHome {
  readonly contentRoot?: string | URL | undefined
  readonly base?: string | URL | undefined
}

function invalidHost(host: unknown, problem: string): WaraqError {
  return new WaraqError({
    code: 'invalid_option',
    message: `The option hosts has ${JSON.stringify(String(host)).slice(0, 80)}, which ${problem}. Give origins such as https://static.example.org.`,
    details: { option: 'hosts' },
  })
}

function originOf(host: unknown): string {
  if (typeof host !== 'string' || !URL.canParse(host)) throw invalidHost(host, 'is not an origin')
  const url = new URL(host)
  if (!isPrivateAddress(url)) throw invalidHost(host, 'must use https (http only on a loopback host)')
  // The parsed address does not show an empty query or fragment.
  if (url.href !== `${url.origin}/` || /[?#*]/.test(host))
    throw invalidHost(host, 'is not one origin and nothing more')
  return url.origin
}

/** @throws {WaraqError} `invalid_option`, `invalid_content_root` */
function homeOf({ contentRoot, base }: FileHome): string | null {
  if (base === undefined) return contentRoot === undefined ? null : parseContentRoot(contentRoot).origin
  const url = URL.canParse(base) ? new URL(base) : undefined
  if (!url || !isPrivateAddress(url) || url.username + url.password + url.search + url.hash !== '') {
    throw new WaraqError({
      code: 'invalid_option',
      message: `The option base is ${JSON.stringify(String(base)).slice(0, 80)}. Give an address such as https://static.example.org/audio/: https, or http on a loopback host, without credentials, query and fragment.`,
      details: { option: 'base' },
    })
  }
  // Without a trailing slash, resolving would drop the last segment of the address.
  return url.href.replace(/\/?$/, '/')
}

/**
 * Parses the options. The origin of `home` is allowed only if `hosts` lists it.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`
 */
export function parseFileHosts(hosts: readonly string[], home: FileHome = {}): FileHosts {
  if (!Array.isArray(hosts)) throw invalidHost(hosts, 'is no list')
  return { origins: new Set(hosts.map(originOf)), home: homeOf(home) }
}

function foreignFile(given: unknown, problem: string): WaraqError {
  const shown = typeof given === 'string' ? given.slice(0, 80) : ''
  return new WaraqError({
    code: 'foreign_address',
    message: `The address ${JSON.stringify(shown)} of a file ${problem}. Nothing was requested; list its origin in hosts if it is to be trusted.`,
    details: { given: shown, problem },
  })
}

/** Servers refuse longer request lines. */
const longestGiven = 16_384

/** Adds https to an address without a scheme, or http if its host is listed with http: a loopback host in development. */
function withScheme(origins: ReadonlySet<string>, given: string): string {
  if (!/^[\\/]{2}/.test(given)) return given
  const plain = `http:${given}`
  return URL.canParse(plain) && origins.has(new URL(plain).origin) ? plain : `https:${given}`
}

/**
 * Returns the complete address of a file that a row names. Checks the resolved address, not its spelling.
 * @throws {WaraqError} `foreign_address`
 */
export function fileAddress({ origins, home }: FileHosts, given: string): URL {
  if (typeof given !== 'string' || given.length > longestGiven) throw foreignFile(given, 'is too long')
  const base = home ?? undefined
  const complete = withScheme(origins, given)
  if (!URL.canParse(complete, base)) {
    throw foreignFile(given, home === null ? 'lacks its host, and no root or base says which' : 'is none')
  }
  const url = new URL(complete, base)
  if (!isPrivateAddress(url)) throw foreignFile(given, 'leads to neither https nor a loopback host')
  if (url.username !== '' || url.password !== '') throw foreignFile(given, 'holds credentials')
  if (!origins.has(url.origin)) throw foreignFile(given, `leads to ${url.origin}, which is not listed`)
  url.hash = ''
  return url
}
