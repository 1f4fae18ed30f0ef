/**
 * The worker door. Importing this module in a module worker exposes a `Search` to the page that started the worker; the
 * page connects with `connectSearch` of `@waraq/search/page`. Importing it on a server does nothing.
 */
import { openContentStore } from '@waraq/engine'
import { serveInWorker } from '@waraq/engine/link'
import { createSearch } from './create-search.ts'
import { searchProtocol } from './remote/protocol.ts'
import { serveSearch } from './remote/serve-search.ts'

serveInWorker(searchProtocol, ({ name = 'waraq', freshness }) => {
  const store = openContentStore({ name, freshness })
  return serveSearch(createSearch({ store, name }), () => store.close())
})
