/**
 * The worker door. Importing this module in a module worker exposes a `Search` to the page that started the worker; the
 * page connects with `connectSearch` of `@waraq/search/page`. Importing it on a server does nothing.
 */
import { openContentStore } from '@waraq/engine'
import { createSearch } from './create-search.ts'
import type { Locks } from './door/life-lock.ts'
import { openDoor } from './door/search-door.ts'

const { locks }: { locks?: Locks } = globalThis.navigator ?? {}

if ('postMessage' in globalThis)
  openDoor(globalThis, {
    serve: ({ name = 'waraq', freshness }) => {
      const store = openContentStore({ name, freshness })
      const search = createSearch({ store, name })
      return {
        search,
        close() {
          search.close()
          store.close()
        },
      }
    },
    locks,
  })
