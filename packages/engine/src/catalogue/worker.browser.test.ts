import { afterEach, expect, inject, it } from 'vitest'
import { connectCatalogue, type Catalogue } from './index.ts'

/** Names by a real module worker, over HTTP, and kept in the browser's own IndexedDB. */

const { contentRoot, relay } = inject('services')
const open: Catalogue[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
  indexedDB.deleteDatabase('named-catalogue')
})

function connect(address: string): Catalogue {
  const start = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const catalogue = connectCatalogue(start, { contentRoot, relay: address, name: 'named', language: 'ur' })
  open.push(catalogue)
  return catalogue
}

it('names come through the worker and stay on the device', { timeout: 60_000 }, async () => {
  const fetched = await connect(relay).get()
  expect(fetched.problems).toEqual([])
  expect(fetched.chapters).toHaveLength(114)
  expect(fetched.resources.get('translations:97')).toMatchObject({
    author: "Abul A'la Maududi",
    language: { tag: 'ur', direction: 'rtl' },
  })
  // Nobody there to ask: what is on the device is enough.
  expect(await connect('http://127.0.0.1:9/token').get()).toEqual(fetched)
})
