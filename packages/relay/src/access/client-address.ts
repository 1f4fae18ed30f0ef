import { partsOf } from '../header-text.ts'

/**
 * The caller's address, as far as it can be believed. Each proxy in front adds, at the right end of `X-Forwarded-For`, the
 * address that it was called from. Callers can write anything to the left of what the trusted proxies added.
 *
 * @param socket the address that this server was called from
 * @param hops how many proxies in front are the operator's own
 */
export function clientAddress(
  forwardedFor: string | null,
  socket: string | undefined,
  hops: number,
): string | undefined {
  if (hops === 0) return socket
  const address = partsOf(forwardedFor, ',').at(-hops)
  // Fewer entries than trusted proxies: the request did not come through all of them.
  return address !== undefined && looksLikeAddress.test(address) ? withoutPort(address) : socket
}

const looksLikeAddress = /^[0-9a-f.:[\]%]{2,60}$/i

function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(address)
  if (bracketed) return bracketed[1]!
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address
}
