import type { ContentStore } from '@waraq/engine'
import { coreChapters, sideBySide, type SideBySideVerse } from '@waraq/reader'
import { preloadLive, resourcesQuery } from '@waraq/react'
import type { Route } from '../routes/route.ts'
import type { SettingsValue } from '../settings/settings-store.ts'
import { arabicText } from '../sync/kept-resources.ts'
import { shownOf } from './reading-sources.ts'
import { partsOfChapter, partWith } from './verse-parts.ts'

/** Verses of the address that were read before the page could show them; by the key of their query. */
const early = new Map<string, readonly SideBySideVerse[]>()

/** Returns such verses once. A later call gets undefined, and reads the library as it is then. */
export function takeEarly(key: string): readonly SideBySideVerse[] | undefined {
  const verses = early.get(key)
  early.delete(key)
  return verses
}

/** Reads what the page of an address shows first, before its components are mounted. */
export async function askFirst(store: ContentStore, route: Route, settings: SettingsValue): Promise<void> {
  const chapters = coreChapters(arabicText)
  const { resources } = await preloadLive(store, { resources: resourcesQuery, chapters })
  if (route.page === 'chapter') {
    const { chapter, verse } = route
    const parts = partsOfChapter(chapter)
    const { from, to } = parts[partWith(parts, chapter, verse)]!
    const query = sideBySide(shownOf(resources, settings), {
      from: `${chapter}:${from}`,
      to: `${chapter}:${to}`,
    })
    early.set(query.key, await store.view(query))
  }
}
