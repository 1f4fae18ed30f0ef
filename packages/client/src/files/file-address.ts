import { WaraqError } from '@waraq/contract'
import { isPrivateAddress, parseContentRoot } from '../content-root.ts'

/** Where files may be fetched from. */
export interface FileHosts {
  /** Origins, such as `https://static.example.org`. */
  readonly origins: ReadonlySet<string>
  /** The origin of addresses that lack a host; null where there is none. */
  readonly home: string | null
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

/**
 * The origin of `contentRoot` is listed only where `hosts` lists it.
 * @throws {WaraqError} `invalid_option`, `invalid_content_root`
 */
export function parseFileHosts(hosts: readonly string[], contentRoot?: string | URL): FileHosts {
  if (!Array.isArray(hosts)) throw invalidHost(hosts, 'is no list')
  return {
    origins: new Set(hosts.map(originOf)),
    home: contentRoot === undefined ? null : parseContentRoot(contentRoot).origin,
  }
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

/**
 * The complete address of a file that a row names. The resolved address is checked, not its spelling.
 * @throws {WaraqError} `foreign_address`
 */
export function fileAddress({ origins, home }: FileHosts, given: string): URL {
  if (typeof given !== 'string' || given.length > longestGiven) throw foreignFile(given, 'is too long')
  const base = home ?? undefined
  if (!URL.canParse(given, base)) {
    throw foreignFile(given, home === null ? 'lacks its host, and no content root says which' : 'is none')
  }
  const url = new URL(given, base)
  if (!isPrivateAddress(url)) throw foreignFile(given, 'leads to neither https nor a loopback host')
  if (url.username !== '' || url.password !== '') throw foreignFile(given, 'holds credentials')
  if (!origins.has(url.origin)) throw foreignFile(given, `leads to ${url.origin}, which is not listed`)
  url.hash = ''
  return url
}
