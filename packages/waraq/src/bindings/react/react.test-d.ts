import type { ContentStore } from '../../store/read/content-store.ts'
import type { EngineStatus } from '../../sync/status/status.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import type { Catalogue } from '../../quran/catalogue/catalogue.ts'
import type { CatalogueContent, ResourceDescription } from '../../quran/catalogue/content.ts'
import { query, together } from '../../quran/readers/query.ts'
import { tafsirPassage, type TafsirPassage } from '../../quran/readers/tafsir.ts'
import {
  translationChapter,
  translationVerse,
  type TranslationVerse,
} from '../../quran/readers/translation.ts'
import type { ReactNode } from 'react'
import { useCatalogue, useResourceDescription } from './use-catalogue.ts'
import { useEngine, useStore, WaraqProvider } from './provider.ts'
import { useLiveQuery } from './use-live-query.ts'
import { useSuspenseLiveQuery } from './use-suspense-live-query.ts'
import { useSyncStatus } from './use-sync-status.ts'
import type { LiveResult } from '../../app/live-result.ts'

/** What the types promise; checked by the compiler, never run. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <True extends true>(): True | undefined => undefined
const accepts = <T>(value: T): T => value
const ref = { group: 'translations', id: 20 }
declare const engine: SyncEngine
declare const store: ContentStore
declare const catalogue: Catalogue

// Results are those of the query.
const verse = useLiveQuery(translationVerse(ref, '2:255'))
holds<Same<typeof verse, LiveResult<TranslationVerse | undefined>>>()
const both = useLiveQuery(
  together({ verse: translationVerse(ref, '2:255'), chapter: translationChapter(ref, 1) }),
)
accepts<TranslationVerse[] | undefined>(both.data?.chapter)
const own = useLiveQuery(query('own', async (view) => (await view.resources()).length))
holds<Same<typeof own, LiveResult<number>>>()
const chapter = useSuspenseLiveQuery(translationChapter(ref, 1))
holds<Same<typeof chapter, TranslationVerse[]>>()
accepts<LiveResult<TafsirPassage | undefined>>(useLiveQuery(tafsirPassage(ref, '2:255')))
accepts<LiveResult<TranslationVerse[]>>(useLiveQuery(translationChapter(ref, 1), { keepPrevious: true }))
// Nothing may be asked, but by `useLiveQuery` only.
accepts<LiveResult<TranslationVerse[]>>(useLiveQuery(Math.random() > 0.5 ? translationChapter(ref, 1) : null))
// @ts-expect-error there would be nothing to wait for
useSuspenseLiveQuery(null)
// @ts-expect-error a function without a key is no question
useLiveQuery(async () => 1)
// @ts-expect-error the value may be missing
accepts<TranslationVerse[]>(useLiveQuery(translationChapter(ref, 1)).data)
// @ts-expect-error results are not to be changed
useLiveQuery(translationChapter(ref, 1)).isPending = false

// The library
accepts<SyncEngine | null>(useEngine())
accepts<ContentStore | null>(useStore())
// @ts-expect-error there may be none yet
accepts<ContentStore>(useStore())
accepts<EngineStatus | undefined>(useSyncStatus())
accepts<CatalogueContent>(useCatalogue())
accepts<ResourceDescription>(useResourceDescription(ref))
accepts<ReactNode>(WaraqProvider({ engine, store, catalogue }))
accepts<ReactNode>(WaraqProvider({ engine: null, store: null }))
// @ts-expect-error an engine is no store
WaraqProvider({ store: engine })
