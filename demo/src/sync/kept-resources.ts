import { parseResourceKey, resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'

/**
 * Which resources this reader keeps. One subscription a resource: adding or dropping one leaves all others untouched, because
 * a subscription with a different filter would begin with a bootstrap of its own.
 */

/** The Arabic text verse by verse. A service may not have it yet. */
export const arabicText: ResourceRef = { group: 'quran_core', id: 1 }
export const arabicTextKey = resourceKey(arabicText)

/** The mushaf whose pages are shown; its 84,000 words serve as the Arabic text where that is missing. */
export const mushaf: ResourceRef = { group: 'mushafs', id: 1 }
export const mushafKey = resourceKey(mushaf)

const groupOf = (key: string) => parseResourceKey(key)?.group
export const isTranslation = (key: string) => groupOf(key) === 'translations'
export const isMushaf = (key: string) => groupOf(key) === 'mushafs'
/** Whether the resource's rows belong to the words of a mushaf. */
const isByWord = (key: string) => groupOf(key)?.startsWith('word_by_word_') ?? false

/** The resource that a kept one needs beside it: translations need the Arabic text, words those of the mushaf. Null: none. */
export function missingBeside(kept: ReadonlySet<string>, hasArabicText: boolean): ResourceKey | null {
  if (kept.has(mushafKey)) return null
  const keys = [...kept]
  if (keys.some(isByWord)) return mushafKey
  if (!keys.some(isTranslation) || kept.has(arabicTextKey)) return null
  return hasArabicText ? arabicTextKey : mushafKey
}

/** Whether another kept resource needs it. */
export function hasToStay(key: string, kept: ReadonlySet<string>): boolean {
  const rest = new Set(kept)
  return rest.delete(key) && missingBeside(rest, key === arabicTextKey) === key
}
