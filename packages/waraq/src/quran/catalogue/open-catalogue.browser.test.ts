import { afterEach, expect, inject, it } from 'vitest'
import { connectSyncEngine } from '../../worker/connect.ts'
import type { ConnectedEngine } from '../../worker/options.ts'
import { openCatalogue } from './open-catalogue.ts'
import type { Catalogue } from './catalogue.ts'

/** Names by the engine of a real module worker, over HTTP, and kept in the browser's own IndexedDB. */

const { held, contentRoot, relay } = inject('services')
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
  for (const name of ['named', 'named-catalogue']) indexedDB.deleteDatabase(name)
})

function connect(address: string): { readonly engine: ConnectedEngine; readonly catalogue: Catalogue } {
  const start = () => new Worker(new URL('../../worker.ts', import.meta.url), { type: 'module' })
  const options = { contentRoot, relay: address, name: 'named', handshakeMs: 60_000 }
  const engine = connectSyncEngine(start, options)
  const catalogue = openCatalogue({ engine, language: 'ur' })
  open.push(catalogue, engine)
  return { engine, catalogue }
}

it('names come through the worker and stay on the device', { timeout: 60_000 }, async () => {
  const fetched = await connect(relay).catalogue.get()
  expect(fetched.problems).toEqual([])
  expect(fetched.chapters).toHaveLength(held.chapters)
  expect(fetched.resources.get('translations:97')).toMatchObject({
    author: "Abul A'la Maududi",
    language: { tag: 'ur', direction: 'rtl' },
  })
  // There is no relay at this address: the names on the device are enough.
  expect(await connect('http://127.0.0.1:9/token').catalogue.get()).toEqual(fetched)
})

it('what there is comes through the worker, and nothing of it is kept', { timeout: 60_000 }, async () => {
  const { engine } = connect(relay)
  expect(await engine.available()).toEqual(
    expect.arrayContaining([
      { group: 'translations', id: 20 },
      { group: 'mushafs', id: 1 },
    ]),
  )
  expect((await engine.status()).subscriptions).toEqual([])
})
