import { parseResourceKey, resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import { articleHref, chapterHref, pageHref, versesHref } from '../../routes/route.ts'
import { latestVerse, type Settings } from '../../settings/settings.ts'
import { arabicTextKey, isTranslation } from '../../sync/kept-resources.ts'

/**
 * Returns the address where a text is read: the verse or the page where the reader was last. Null for texts without a page,
 * such as tafsirs, and for translations that the reader has chosen not to see. `mushaf`: the one whose pages are shown.
 * Pure.
 */
export function readHref(
  key: ResourceKey,
  { places, sideBySide }: Pick<Settings, 'places' | 'sideBySide'>,
  mushaf: ResourceRef,
): string | null {
  if (key === resourceKey(mushaf)) return pageHref(places.page?.number ?? 1)
  const ref = parseResourceKey(key)
  if (ref?.group === 'articles') return articleHref(ref.id)
  const isShown = isTranslation(key) && (sideBySide === null || sideBySide.includes(key))
  if (!isShown && key !== arabicTextKey) return null
  const verse = latestVerse(places)
  return verse === null ? chapterHref(1) : versesHref(verse, verse)
}
