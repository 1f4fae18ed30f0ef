import { parseResourceKey, resourceKey, type ResourceKey, type ResourceRef } from '@waraq/contract'

/**
 * What this reader keeps. One subscription a resource: adding or dropping one leaves all others untouched, since a
 * subscription with a different filter would begin with a bootstrap of its own.
 */

/** The mushaf whose words are shown as the Arabic text. It comes with the first translation. */
export const arabicText: ResourceRef = { group: 'mushafs', id: 1 }
export const arabicTextKey = resourceKey(arabicText)

export function translationKey(id: number): ResourceKey {
  return resourceKey({ group: 'translations', id })
}

export function isTranslation(key: string): boolean {
  return parseResourceKey(key)?.group === 'translations'
}
