/**
 * The worker entry point. Importing this module in a module worker exposes a `Search` to the page that started the worker; the
 * page connects with `connectSearch` of `waraq/search`. Importing it on a server does nothing.
 */
import { openContentStore } from './store/read/open-content-store.ts'
import { serveInWorker } from './link/worker-connection.ts'
import { createSearch } from './search/create-search.ts'
import { searchProtocol } from './search/remote/protocol.ts'
import { serveSearch } from './search/remote/serve-search.ts'

serveInWorker(searchProtocol, ({ name = 'waraq', freshness }) => {
  const store = openContentStore({ name, freshness })
  return serveSearch(createSearch({ store, name }), () => store.close())
})
