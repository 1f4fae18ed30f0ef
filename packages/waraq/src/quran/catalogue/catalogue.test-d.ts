import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import type { ConnectedEngine } from '../../worker/options.ts'
import { describeResource } from './describe.ts'
import { openCatalogue } from './open-catalogue.ts'
import type { Catalogue } from './catalogue.ts'
import type { CatalogueContent, ResourceDescription } from './content.ts'

/** What the types promise; checked by the compiler, never run. */

const accepts = <T>(value: T): T => value
declare const engine: SyncEngine
declare const connected: ConnectedEngine

const catalogue: Catalogue = openCatalogue({ engine })
accepts<Catalogue>(openCatalogue({ engine: connected, language: 'ur' }))
accepts<Promise<CatalogueContent>>(catalogue.get())
accepts<Promise<CatalogueContent>>(catalogue.stored())
accepts<Promise<void>>(catalogue.refresh({ signal: AbortSignal.timeout(1) }))
accepts<ResourceDescription>(catalogue.describe({ group: 'translations', id: 20 }))
accepts<ResourceDescription>(describeResource(catalogue.live.get(), { group: 'quran_core', id: 1 }))
// As `useSyncExternalStore` takes it.
accepts<(listener: () => void) => () => void>(catalogue.live.subscribe)
accepts<ResourceDescription | undefined>(catalogue.live.get().resources.get('translations:20'))

// @ts-expect-error no engine
openCatalogue({ language: 'ur' })
// @ts-expect-error no resource key
catalogue.live.get().resources.get('translations')
// @ts-expect-error content is replaced, never changed
catalogue.live.get().problems.push()
