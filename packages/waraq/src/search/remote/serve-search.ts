import type { Callee } from '../../link/protocol.ts'
import type { Search } from '../search.ts'
import type { SearchShape } from './protocol.ts'

/** Serves a search to a page. `close` is called after the search is closed, to release its resources. */
export function serveSearch(search: Search, close: () => void): Callee<SearchShape> {
  return {
    call: (method, args) => (search[method] as (...given: typeof args) => Promise<never>)(...args),
    watch: (listener) => search.watch(listener),
    async close() {
      search.close()
      close()
    },
  }
}
