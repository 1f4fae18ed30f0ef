import type { Callee, Handlers } from '@waraq/engine/link'
import type { Search } from '../search.ts'
import type { SearchShape } from './protocol.ts'

/** A search as the calls of a page find it. `close` ends what hangs on it, once it is closed. */
export function serveSearch(search: Search, close: () => void): Callee<SearchShape> {
  const handlers: Handlers<SearchShape> = {
    choose: ({ resources }) => search.choose(resources),
    search: ({ text, ...options }, { signal }) => search.search(text, { ...options, signal }),
    status: () => search.status(),
  }

  return {
    call: (method, input, extras = {}) => handlers[method](input, extras),
    watch: (listener) => search.watch(listener),
    async close() {
      search.close()
      close()
    },
  }
}
