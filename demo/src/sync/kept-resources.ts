import { parseResourceKey, resourceKey, type ResourceRef } from '@waraq/contract'

/**
 * What this reader keeps. One subscription a resource: adding or dropping one leaves all others untouched, since a
 * subscription with a different filter would begin with a bootstrap of its own.
 */

/** The mushaf whose words are shown as the Arabic text. */
export const arabicText: ResourceRef = { group: 'mushafs', id: 1 }
export const arabicTextKey = resourceKey(arabicText)

/** Groups that are read beside the Arabic text, word by word or verse by verse, and make no sense without it. */
const besideArabicText: ReadonlySet<string> = new Set([
  'translations',
  'word_by_word_translations',
  'word_by_word_transliterations',
])

export function needsArabicText(key: string): boolean {
  const ref = parseResourceKey(key)
  return ref !== undefined && besideArabicText.has(ref.group)
}

/** Whether the Arabic text has to stay for something else that is kept. */
export function isArabicTextNeeded(kept: Iterable<string>): boolean {
  return [...kept].some(needsArabicText)
}
