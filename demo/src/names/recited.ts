import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import type { Words } from '../words/words.ts'

/** How a recitation is recorded, in words: a reciter may have one of each kind, of the same name. Null of other resources. */
export function recitedOf(key: ResourceKey, words: Words): string | null {
  const { recited } = words.library
  const { group = '' } = parseResourceKey(key) ?? {}
  return Object.hasOwn(recited, group) ? recited[group as keyof typeof recited] : null
}
