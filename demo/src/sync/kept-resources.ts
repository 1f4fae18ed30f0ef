import { parseResourceKey, resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'

/**
 * The resources that this reader keeps. Each resource has its own subscription, so that adding or dropping one leaves all
 * others untouched: a subscription with a different filter would start with its own bootstrap.
 */

/** The Arabic text by verse. A service may not have it yet. */
export const arabicText: ResourceRef = { group: 'quran_core', id: 1 }
export const arabicTextKey = resourceKey(arabicText)

/** The mushaf whose pages are shown. Its 84,000 words serve as the Arabic text if that is missing. */
export const mushaf: ResourceRef = { group: 'mushafs', id: 1 }
export const mushafKey = resourceKey(mushaf)

const groupOf = (key: string) => parseResourceKey(key)?.group
export const isTranslation = (key: string) => groupOf(key) === 'translations'
export const isMushaf = (key: string) => groupOf(key) === 'mushafs'
/** Whether the resource's rows belong to the words of a mushaf. */
const isByWord = (key: string) => groupOf(key)?.startsWith('word_by_word_') ?? false

/**
 * The resource that a kept one needs in addition: translations need the Arabic text, word-by-word texts need the mushaf.
 * Null: none is missing.
 */
export function missingBeside(kept: ReadonlySet<string>, hasArabicText: boolean): ResourceKey | null {
  if (kept.has(mushafKey)) return null
  const keys = [...kept]
  if (keys.some(isByWord)) return mushafKey
  if (!keys.some(isTranslation) || kept.has(arabicTextKey)) return null
  return hasArabicText ? arabicTextKey : mushafKey
}

/** Whether another kept resource needs this one. */
export function hasToStay(key: string, kept: ReadonlySet<string>): boolean {
  const rest = new Set(kept)
  return rest.delete(key) && missingBeside(rest, key === arabicTextKey) === key
}
