import { connectSearch, type Search } from '@waraq/search/page'
import { databaseName } from '../config.ts'
import searchWorkerUrl from '../search-worker.ts?worker&url'
import { scriptUrl } from '../trusted-urls.ts'

let started: Search | undefined

/** The search, begun with its first use: an index takes time and room, and many readers never search. */
export function search(): Search {
  const worker = () => new Worker(scriptUrl(searchWorkerUrl), { type: 'module', name: 'search' })
  return (started ??= ofAllTexts(connectSearch(worker, { name: databaseName })))
}

/** With the Arabic, tafsirs and articles. A choice that cannot be stored leaves the translations, which is better than no search. */
function ofAllTexts(made: Search): Search {
  made.choose('all').catch(() => undefined)
  return made
}
