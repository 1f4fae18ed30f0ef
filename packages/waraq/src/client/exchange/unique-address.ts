import { uniqueParameter } from '@waraq/protocol'

/**
 * Makes addresses unique, so that no cache can answer. `cache: 'no-store'` bypasses the browser's own cache, but not a
 * service worker: one that answers from its `CacheStorage`, first or when the network fails, returns an earlier answer. A
 * cache finds its answers by address, so a request for a new address has to reach the server. An answer also carries the
 * address that it was made for: an answer for another address comes from a cache.
 */
export interface UniqueAddresses {
  /** Whether addresses are made unique. */
  readonly isOn: boolean
  /** Returns the address with a query that no earlier request had. */
  of(url: string): string
  /** Leaves addresses as they are from now on, because the server refuses a query that it does not know. */
  giveUp(): void
}

/** True in a page and in its workers. A service worker's own requests reach the network. */
function mayBeIntercepted(): boolean {
  return 'caches' in globalThis && 'location' in globalThis && !('registration' in globalThis)
}

/** Several tabs and visits share a cache, so a counter is not enough. */
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
