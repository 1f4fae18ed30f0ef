import type { ResourceInfo } from 'waraq'
import { sideBySide, type Query, type SideBySideOf, type SideBySideVerse } from 'waraq/quran'
import type { Route } from '../routes/route.ts'
import type { SettingsValue } from '../settings/settings-store.ts'
import { startOf } from './start.ts'
import { shownOf } from './reading-sources.ts'
import { partsOfChapter, partWith, type VersePart } from './verse-parts.ts'

export function partQuestion(of: SideBySideOf, { chapter, from, to }: VersePart): Query<SideBySideVerse[]> {
  return sideBySide(of, { from: `${chapter}:${from}`, to: `${chapter}:${to}` })
}

/** Returns the query for the verses that the page of an address shows first. Undefined if it shows none. */
export function versesQuestion(
  route: Route,
  resources: readonly ResourceInfo[],
  settings: Pick<SettingsValue, 'sideBySide'>,
): Query<SideBySideVerse[]> | undefined {
  if (route.page !== 'chapter') return undefined
  const parts = partsOfChapter(route.chapter)
  return partQuestion(shownOf(resources, settings), parts[partWith(parts, startOf(route).verseKey)]!)
}
