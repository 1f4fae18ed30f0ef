import { connectSearch, type Search } from '@waraq/search/page'
import { databaseName } from '../config.ts'
import searchWorkerUrl from '../search-worker.ts?worker&url'
import { scriptUrl } from '../trusted-urls.ts'

let started: Search | undefined

/** The search, begun with its first use: an index takes time and room, and many readers never search. */
export function search(): Search {
  const worker = () => new Worker(scriptUrl(searchWorkerUrl), { type: 'module', name: 'search' })
  return (started ??= connectSearch(worker, { name: databaseName }))
}
