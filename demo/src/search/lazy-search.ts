import { connectSearch, type Search } from '@waraq/search/page'
import { databaseName } from '../config.ts'
import searchWorkerUrl from '../search-worker.ts?worker&url'
import { scriptUrl } from '../trusted-urls.ts'

let started: Search | undefined

/** Begins with whoever searches first: an index costs time and room, and not everybody wants one. */
export function search(): Search {
  const worker = () => new Worker(scriptUrl(searchWorkerUrl), { type: 'module', name: 'search' })
  return (started ??= connectSearch(worker, { name: databaseName }))
}
