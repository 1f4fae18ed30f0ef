import { WaraqError } from '@waraq/protocol'

/** The content API's root as it is joined with paths: origin and path, no slash at the end. */
export interface ContentRoot {
  readonly origin: string
  /** Empty, or beginning with a slash. */
  readonly path: string
}

/** Whether the host is this device itself, where plain http is safe. */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
  )
}

/** Whether secrets may travel to this address: https, or http that stays on the device. */
export function isPrivateAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

function refuse(problem: string): never {
  throw new WaraqError({
    code: 'invalid_content_root',
    message: `The content root ${problem}. Give an address such as https://example.org/content.`,
    details: { problem },
  })
}

/** @throws {WaraqError} `invalid_content_root` */
export function parseContentRoot(contentRoot: string | URL): ContentRoot {
  const text = String(contentRoot)
  const url = URL.canParse(text) ? new URL(text) : refuse('is not an absolute address')
  if (!isPrivateAddress(url)) refuse('must use https (http only on a loopback host)')
  if (url.username !== '' || url.password !== '') refuse('must not hold credentials')
  // The parsed address does not show an empty query or fragment.
  if (/[?#]/.test(text)) refuse('must not hold a query or a fragment')
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}
