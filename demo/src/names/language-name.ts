import type { TextLanguage } from 'waraq/quran'

/** The name of a language, in the language of the interface if its tag is known. Empty if the language is unknown. */
export function languageName({ name, tag }: TextLanguage, nameOf: (tag: string) => string): string {
  return tag === undefined ? (name ?? '') : nameOf(tag)
}
