import { useSettings } from '../ui/hooks.ts'
import { arGoing } from '../words/ar-going.ts'
import { enGoing, type GoingWords } from '../words/en-going.ts'
import type { Language } from '../words/language.ts'

const words: Readonly<Record<Language, GoingWords>> = { en: enGoing, ar: arGoing }

/** Words of the dialogs for places, commands and keys. They are loaded with those dialogs, after the first verse. */
export function useGoingWords(): GoingWords {
  return words[useSettings().spoken]
}
