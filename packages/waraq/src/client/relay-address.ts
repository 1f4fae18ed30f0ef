import { WaraqError } from '@waraq/protocol'
import { isPrivateAddress, ownAddress, type ContentRoot } from './content-root.ts'

/**
 * Returns the relay's address, resolved against the page if it is relative. Tokens and content come from there, so it must be
 * https, on a loopback host, or the page's own origin.
 * @throws {WaraqError} `invalid_relay_address`
 */
export function relayAddress(url: string | URL, own: URL | undefined = ownAddress()): string {
  const resolved = URL.canParse(String(url), own?.href) ? new URL(url, own?.href) : undefined
  const acceptable =
    resolved !== undefined &&
    resolved.username === '' &&
    resolved.password === '' &&
    isPrivateAddress(resolved, own)
  if (acceptable) return resolved.href
  throw refusedAddress()
}

/**
 * Returns the address of a content proxy that paths are appended to.
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
