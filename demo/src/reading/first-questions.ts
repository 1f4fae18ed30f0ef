import type { ContentStore } from '@waraq/engine'
import { coreChapters, sideBySide, type SideBySideVerse } from '@waraq/engine/readers'
import { preloadLive, resourcesQuery } from '@waraq/react'
import type { Route } from '../routes/route.ts'
import type { SettingsValue } from '../settings/settings-store.ts'
import { arabicText } from '../sync/kept-resources.ts'
import { shownOf } from './reading-sources.ts'
import { partsOfChapter, partWith } from './verse-parts.ts'

/** The verses that the page was opened for, until they are shown; by the key of their question. */
const early = new Map<string, readonly SideBySideVerse[]>()

/** Verses that were read before there was a page to show them. Once: later ones are asked for as they are by then. */
export function takeEarly(key: string): readonly SideBySideVerse[] | undefined {
  const verses = early.get(key)
  early.delete(key)
  return verses
}

/** Asks for what the page of an address shows first, before there are components that ask. */
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
