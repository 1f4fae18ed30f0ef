import { useSyncExternalStore } from 'react'
import { useReader } from '../../ui/reader-context.ts'
import { wordsOf } from '../../words/words.ts'
import type { Language } from '../../words/language.ts'
import { arUser } from './ar-user.ts'
import { enUser, type UserWords } from './en-user.ts'

const words: Readonly<Record<Language, UserWords>> = {
  en: enUser(wordsOf('en').figures),
  ar: arUser(wordsOf('ar').figures),
}

/** Words for favorites, notes, collections and the account. They are loaded with them, after the first verse. */
export function useUserWords(): UserWords {
  const { settings } = useReader()
  return useSyncExternalStore(settings.state.subscribe, () => words[settings.state.get().spoken])
}
