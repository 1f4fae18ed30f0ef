import { WaraqError } from '@waraq/protocol'
import { isPrivateAddress, parseContentRoot } from '../content-root.ts'

/** Where files may be fetched from. */
export interface FileHosts {
  /** Origins, such as `https://static.example.org`. */
  readonly origins: ReadonlySet<string>
  /** Where addresses that lack a host lead; null where they lead nowhere. */
  readonly home: string | null
}

/** Where addresses without a host belong: to the origin of a content root, or below an address. */
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
  // Without the stroke at its end, the last part of the address would be left out.
  return url.href.replace(/\/?$/, '/')
}

/**
 * The origin of the home is listed only where `hosts` lists it.
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

/** An address without a scheme leads to https, and in development to http on a loopback host that is listed. */
function withScheme(origins: ReadonlySet<string>, given: string): string {
  if (!/^[\\/]{2}/.test(given)) return given
  const plain = `http:${given}`
  return URL.canParse(plain) && origins.has(new URL(plain).origin) ? plain : `https:${given}`
}

/**
 * The complete address of a file that a row names. The resolved address is checked, not its spelling.
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
