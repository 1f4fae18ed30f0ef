import type { Callee } from '@waraq/engine/link'
import type { Search } from '../search.ts'
import type { SearchShape } from './protocol.ts'

/** A search as the calls of a page find it. `close` ends what hangs on it, once it is closed. */
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
