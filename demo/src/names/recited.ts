import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import type { Words } from '../words/words.ts'

/**
 * Describes in words how a recitation is recorded, because a reciter may have one of each kind with the same name. Null for
 * other resources.
 */
export function recitedOf(key: ResourceKey, words: Words): string | null {
  const { recited } = words.library
  const { group = '' } = parseResourceKey(key) ?? {}
  return Object.hasOwn(recited, group) ? recited[group as keyof typeof recited] : null
}
