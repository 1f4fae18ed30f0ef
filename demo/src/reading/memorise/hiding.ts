import { useSyncExternalStore } from 'react'
import { ObservableValue } from 'waraq/client'
import type { ArabicVerse } from '../arabic-text.ts'

/** How many words of each verse are revealed, by verse key. */
type Revealed = ReadonlyMap<string, number>

/** The Arabic words that are hidden while a person memorises them. Null: none. Lasts as long as the page. */
export const hiding = new ObservableValue<Revealed | null>(null)

const nothingRevealed: Revealed = new Map()

/** Hides all words, or shows them again. */
export const hideWords = (on: boolean) => hiding.set(on ? nothingRevealed : null)

/** Reveals the next word of a verse. */
export function revealWord(verseKey: string): void {
  const revealed = hiding.get()
  if (revealed) hiding.set(new Map([...revealed, [verseKey, (revealed.get(verseKey) ?? 0) + 1]]))
}

/** How many words of a verse are revealed. Null if no words are hidden. */
export function useRevealed(verseKey: string): number | null {
  const get = () => {
    const revealed = hiding.get()
    return revealed && (revealed.get(verseKey) ?? 0)
  }
  return useSyncExternalStore(hiding.subscribe, get, get)
}

/** The words of a verse that can be hidden. If its words cannot be told apart, the parts between its spaces. */
export function wordsToHide({ words, text }: Pick<ArabicVerse, 'words' | 'text'>): readonly string[] {
  return words.length > 0 ? words.map((word) => word.text) : text.split(' ').filter((part) => part !== '')
}
