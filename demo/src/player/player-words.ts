import { useSettings } from '../ui/hooks.ts'
import { arPlayer } from '../words/ar-player.ts'
import { enPlayer, type PlayerWords } from '../words/en-player.ts'
import type { Language } from '../words/language.ts'
import { wordsOf } from '../words/words.ts'

const words: Readonly<Record<Language, PlayerWords>> = {
  en: enPlayer(wordsOf('en').figures),
  ar: arPlayer(wordsOf('ar').figures),
}

/** Words of the player. They are loaded with it, after the first verse. */
export function usePlayerWords(): PlayerWords {
  return words[useSettings().spoken]
}
