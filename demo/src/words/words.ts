import { ar } from './ar.ts'
import { en, type Words } from './en.ts'
import type { Language } from './language.ts'

export type { Words } from './en.ts'

/** All texts of the interface, by language. Texts of the service are shown as received. */
const words: Readonly<Record<Language, Words>> = { en, ar }

export function wordsOf(language: Language): Words {
  return words[language]
}
