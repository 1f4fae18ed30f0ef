import type { TokenSource } from '@waraq/client'
import {
  connectCatalogue,
  describeResource,
  openCatalogue,
  type Catalogue,
  type CatalogueContent,
  type ResourceDescription,
} from './index.ts'

/** What the types promise; checked by the compiler, never run. */

const accepts = <T>(value: T): T => value
declare const tokens: TokenSource
declare const start: () => Worker

const catalogue: Catalogue = openCatalogue({ contentRoot: 'https://a.example/content', tokens })
accepts<Catalogue>(
  connectCatalogue(start, { contentRoot: 'https://a.example/content', relay: '/token', language: 'ur' }),
)
accepts<Catalogue>(openCatalogue({ contentRoot: 'https://a.example/content', proxy: { root: '/content' } }))
accepts<Catalogue>(
  connectCatalogue(start, { contentRoot: 'https://a.example/content', relay: { proxy: '/content' } }),
)
accepts<Promise<CatalogueContent>>(catalogue.get())
accepts<Promise<CatalogueContent>>(catalogue.stored())
accepts<Promise<void>>(catalogue.refresh({ signal: AbortSignal.timeout(1) }))
accepts<ResourceDescription>(catalogue.describe({ group: 'translations', id: 20 }))
accepts<ResourceDescription>(describeResource(catalogue.live.get(), { group: 'quran_core', id: 1 }))
// As `useSyncExternalStore` takes it.
accepts<(listener: () => void) => () => void>(catalogue.live.subscribe)
accepts<ResourceDescription | undefined>(catalogue.live.get().resources.get('translations:20'))

// @ts-expect-error neither tokens nor a proxy
openCatalogue({ contentRoot: 'https://a.example/content' })
// @ts-expect-error both
openCatalogue({ contentRoot: 'https://a.example/content', tokens, proxy: { root: '/content' } })
// @ts-expect-error no resource key
catalogue.live.get().resources.get('translations')
// @ts-expect-error content is replaced, never changed
catalogue.live.get().problems.push()
