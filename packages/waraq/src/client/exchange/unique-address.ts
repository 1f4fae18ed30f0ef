import { uniqueParameter } from '@waraq/protocol'

/**
 * `cache: 'no-store'` keeps the browser's own cache out, and no service worker: one that answers from its `CacheStorage`, first
 * or when the network fails, returns what was asked for earlier. A cache finds its answers by the address, so an address that was
 * never asked before has to reach the server. And an answer carries the address that it was made for: one of another address
 * comes from a cache.
 */
export interface UniqueAddresses {
  /** Whether addresses are to be made unique. */
  readonly isOn: boolean
  /** The address with a query that no request had before. */
  of(url: string): string
  /** The server refuses a query that it does not know: it gets its addresses as they are from now on. */
  giveUp(): void
}

/** A page or a worker of one. A service worker's own requests reach the network. */
function mayBeIntercepted(): boolean {
  return 'caches' in globalThis && 'location' in globalThis && !('registration' in globalThis)
}

/** Several tabs and visits share a cache, so a number would not do. */
const made = { prefix: '', count: 0 }

export function uniqueAddresses(isIntercepted = mayBeIntercepted()): UniqueAddresses {
  let isOn = isIntercepted
  return {
    get isOn() {
      return isOn
    },
    of(url) {
      made.prefix ||= crypto.randomUUID().slice(0, 13)
      made.count += 1
      return `${url}${url.includes('?') ? '&' : '?'}${uniqueParameter}=${made.prefix}-${made.count}`
    },
    giveUp: () => void (isOn = false),
  }
}
