import type { TextLanguage } from '@waraq/engine/catalogue'

/** The name of a language for who reads it, in their own where that is known; empty where nothing is. */
export function languageName({ name, tag }: TextLanguage, nameOf: (tag: string) => string): string {
  return tag === undefined ? (name ?? '') : nameOf(tag)
}
