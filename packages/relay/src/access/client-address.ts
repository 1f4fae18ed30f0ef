import { partsOf } from '../header-text.ts'
import { longestKey } from './sketch.ts'

/**
 * Returns the caller's address, as far as it can be trusted. Each proxy in front appends the address that it was called from to
 * `X-Forwarded-For`. Callers can forge any entry to the left of those of the trusted proxies.
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

/** A network: its kind, then its prefix in words of 16 bits. The kind of an IPv6 network is the length of its prefix in bits. */
export type Network = readonly number[]

const ipv4 = 4
/** The kind of a text is this number plus its length. */
const text = 1_000

/**
 * Returns the networks that contain an address, the widest first; the last one is the client. For IPv6 the client is the /64,
 * because its owner has 2^64 addresses. For IPv4 it is the address; wider networks are ignored, because they have many owners.
 * Text that is not an address is counted as it is.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const words = wordsOf(address.replace(/^\[|\]$|%.*$/g, ''))
  if (!words) return [wordsOfText(address.slice(1 - longestKey))]
  if (words.length === 2) return [[ipv4, ...words]]
  const [a, b, c, d] = words as [number, number, number, number]
  return [
    [32, a, b],
    [48, a, b, c],
    [56, a, b, c, d & 0xff00],
    [64, a, b, c, d],
  ]
}

const wordsOfText = (of: string): Network => [
  text + of.length,
  ...Array.from({ length: of.length }, (_, at) => of.charCodeAt(at)),
]

/** Returns two words for IPv4 in any notation, eight for IPv6; undefined for other text. */
function wordsOf(address: string): readonly number[] | undefined {
  const plain = address.includes('.') ? withoutDots(address) : address
  const length = address.includes(':') ? 8 : 2
  const [head = [], tail, more] = plain.split('::').map((side) => (side === '' ? [] : side.split(':')))
  const zeros = tail ? Array.from({ length: Math.max(0, length - head.length - tail.length) }, () => '0') : []
  const parts = tail ? [...head, ...zeros, ...tail] : head
  if (more || parts.length !== length || !parts.every((part) => /^[0-9a-f]{1,4}$/i.test(part)))
    return undefined
  const words = parts.map((part) => Number.parseInt(part, 16))
  return isIpv4(words) ? words.slice(6) : words
}

/** An IPv4 address at the end becomes two words of IPv6. */
const withoutDots = (address: string) =>
  address.replace(/(?<=^|:)(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (dotted, ...octets: string[]) => {
    const [a, b, c, d] = octets.slice(0, 4).map(Number) as [number, number, number, number]
    return Math.max(a, b, c, d) > 255
      ? dotted
      : `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })

/** Whether the words are an IPv4 address in IPv6, mapped (`::ffff:`) or translated (RFC 6052). */
const isIpv4 = ([a, b, c, d, e, f]: readonly number[]) =>
  (c! | d! | e!) === 0 && ((a === 0 && b === 0 && f === 0xffff) || (a === 0x64 && b === 0xff9b && f === 0))
