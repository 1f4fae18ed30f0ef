import type { Callee, Handlers } from '@waraq/engine/link'
import type { Search } from '../search.ts'
import type { SearchShape } from './protocol.ts'

/** Serves a search to a page. `close` is called after the search was closed, to end what it used. */
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
