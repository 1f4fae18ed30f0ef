import type { ContentStore } from 'waraq'
import { coreChapters } from 'waraq/quran'
import { prefetch, resourcesQuery } from 'waraq/react'
import type { Route } from '../routes/route.ts'
import type { SettingsValue } from '../settings/settings-store.ts'
import { arabicText } from '../sync/kept-resources.ts'
import { keepEarly } from './early-verses.ts'
import { versesQuestion } from './verses-question.ts'

/** Reads the first content that the page of an address shows, before its components are mounted. */
export async function askFirst(store: ContentStore, route: Route, settings: SettingsValue): Promise<void> {
  const chapters = coreChapters(arabicText)
  const { resources } = await prefetch(store, { resources: resourcesQuery, chapters })
  const query = versesQuestion(route, resources, settings)
  if (query) keepEarly(query.key, await store.query(query))
}
