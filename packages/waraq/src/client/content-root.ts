import { WaraqError } from '@waraq/protocol'

/** Root of the content API that paths are appended to: origin and path, without a trailing slash. */
export interface ContentRoot {
  readonly origin: string
  /** Empty, or starting with a slash. */
  readonly path: string
}

/** Whether the host is this device itself, for which plain http is safe. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}

/** Address of the page or worker, if it has one. For a blob worker, the origin of the page that created it. */
export function ownAddress(): URL | undefined {
  const location = (globalThis as { location?: { href: string; origin: string } }).location
  const text = location?.href.startsWith('blob:') ? location.origin : location?.href
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined
}

/** Whether secrets may be sent to this address: https, http that stays on the device, or the origin of the page itself. */
export function isPrivateAddress(url: URL, own?: URL): boolean {
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && (isLoopback(url.hostname) || url.origin === own?.origin)
}

/** Returns the address, resolved against the page if it is relative. */
export function absoluteAddress(address: string | URL, own: URL | undefined = ownAddress()): string {
  const text = String(address)
  return text !== '' && URL.canParse(text, own?.href) ? new URL(text, own?.href).href : text
}

function refuse(problem: string): never {
  throw new WaraqError({
    code: 'invalid_content_root',
    message: `The content root ${problem}. Give an address such as https://example.org/content, or /content on the origin of the page.`,
    details: { problem },
  })
}

/** @throws {WaraqError} `invalid_content_root` */
export function parseContentRoot(
  contentRoot: string | URL,
  own: URL | undefined = ownAddress(),
): ContentRoot {
  const text = absoluteAddress(contentRoot, own)
  const url = URL.canParse(text)
    ? new URL(text)
    : refuse('is no address; where there is no page it has to be absolute')
  if (!isPrivateAddress(url, own))
    refuse('must use https (http on a loopback host or on the origin of the page)')
  if (url.username !== '' || url.password !== '') refuse('must not hold credentials')
  // The parsed address does not show an empty query or fragment.
  if (/[?#]/.test(String(contentRoot))) refuse('must not hold a query or a fragment')
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}
