import type { ResourceGroup } from './vocabulary.ts'

/** One public content item: a translation, a mushaf, a tafsir... */
export interface ResourceRef {
  readonly group: ResourceGroup
  /** Positive integer, unique within the group. */
  readonly id: number
}

/** A resource as text: `translations:20`. */
export type ResourceKey = `${string}:${number}`

export function resourceKey(ref: ResourceRef): ResourceKey {
  return `${ref.group}:${ref.id}`
}

/** Returns the reference that a key stands for; undefined if the text is not a key. */
export function parseResourceKey(key: string): ResourceRef | undefined {
  const match = /^([a-z][a-z0-9_]*):([1-9][0-9]*)$/.exec(key)
  if (!match) return undefined
  const id = Number(match[2])
  return Number.isSafeInteger(id) ? { group: match[1]!, id } : undefined
}
