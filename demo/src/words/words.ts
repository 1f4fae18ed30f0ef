import { ar } from './ar.ts'
import { en, type Words } from './en.ts'
import type { Language } from './language.ts'

export type { Words } from './en.ts'

/** All that the reader says by itself. What the service says comes as it is. */
const words: Readonly<Record<Language, Words>> = { en, ar }

export function wordsOf(language: Language): Words {
  return words[language]
}
