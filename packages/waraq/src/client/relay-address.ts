import { WaraqError } from '@waraq/protocol'
import { isPrivateAddress, type ContentRoot } from './content-root.ts'

/** The page's or worker's own address, as far as there is one. A blob worker's is that of the page that made it. */
export function ownAddress(): URL | undefined {
  const location = (globalThis as { location?: { href: string; origin: string } }).location
  const text = location?.href.startsWith('blob:') ? location.origin : location?.href
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined
}

/**
 * The relay's address, resolved against the page where it is relative. Tokens and content come from there, so it must be
 * https, on a loopback host, or the page's own origin.
 * @throws {WaraqError} `invalid_relay_address`
 */
export function relayAddress(url: string | URL, own: URL | undefined = ownAddress()): string {
  const resolved = URL.canParse(String(url), own?.href) ? new URL(url, own?.href) : undefined
  const acceptable =
    resolved !== undefined &&
    resolved.username === '' &&
    resolved.password === '' &&
    (isPrivateAddress(resolved) || (/^https?:$/.test(resolved.protocol) && resolved.origin === own?.origin))
  if (acceptable) return resolved.href
  throw refusedAddress()
}

/**
 * The address of a content proxy as it is joined with paths.
 * @throws {WaraqError} `invalid_relay_address`
 */
export function proxyRoot(root: string | URL, own: URL | undefined = ownAddress()): ContentRoot {
  // The parsed address does not show an empty query or fragment.
  if (/[?#]/.test(String(root))) throw refusedAddress()
  const { origin, pathname } = new URL(relayAddress(root, own))
  return { origin, path: pathname.replace(/\/+$/, '') }
}

function refusedAddress(): WaraqError {
  return new WaraqError({
    code: 'invalid_relay_address',
    message:
      'The relay needs an address with https, on a loopback host, or on the origin of the page, and without credentials; a proxy one without query and fragment. Give one such as /api/token.',
  })
}
