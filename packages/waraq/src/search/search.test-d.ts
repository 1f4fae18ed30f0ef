import type { WaraqError } from '@waraq/protocol'
import type { ContentStore } from '../store/read/content-store.ts'
import { createSearch } from './create-search.ts'
import type { Search, SearchHit, SearchResult, SearchStatus } from './search.ts'
import { connectSearch } from '../search.ts'

/**
 * What the types promise; checked by the compiler, never run. A line under `@ts-expect-error` that compiles is an error
 * too.
 */
declare const store: ContentStore
declare const hit: SearchHit
declare const status: SearchStatus

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
function holds<_ extends true>(): void {}

export async function promises(): Promise<void> {
  const here: Search = createSearch({ store })
  const there: Search = connectSearch(() => new Worker('search-worker.js'), { name: 'waraq' })
  const result = await here.search('lord', { limit: 5, resources: [{ group: 'translations', id: 20 }] })
  holds<Equal<typeof result, SearchResult>>()
  holds<Equal<typeof hit.verseKey, string | null>>()
  holds<Equal<typeof status.error, WaraqError | undefined>>()
  holds<Equal<typeof status.state, 'starting' | 'building' | 'ready' | 'failed'>>()
  await there.choose('all')
  await there.choose([{ group: 'tafsirs', id: 169 }])
  const end: () => void = there.watch((each) => each.resources[0]?.indexed)
  end()

  // @ts-expect-error a store is needed
  createSearch({})
  // @ts-expect-error groups are not resources
  await here.choose(['translations'])
  // @ts-expect-error 'none' is no choice; an empty list is
  await here.choose('none')
  // @ts-expect-error a text is needed
  await here.search()
  // @ts-expect-error hits are not to be changed
  hit.score = 1
  // @ts-expect-error a worker itself could not be replaced
  connectSearch(new Worker('search-worker.js'))
  // @ts-expect-error an option that cannot be sent to a worker
  connectSearch(() => new Worker('search-worker.js'), { store })
}
