import { createContext, useContext, useSyncExternalStore } from 'react'
import { State } from '../../observable.ts'
import { afterChoice, isIn, nothingChosen, rangeOf, type Choosing } from '../range/verse-range.ts'
import type { Share } from '../sharing/use-share.ts'

/** The actions for the verses of one screen. */
export interface VerseCommands {
  /** Opens the panel of a verse. `opener` gets the focus back when the panel closes. */
  readonly open: (verseKey: string, opener: HTMLElement | null) => void
  /** Null if no recitation is on this device. */
  readonly play: ((chapter: number, verseKey: string) => void) | null
  readonly share: Share
  readonly chosen: State<Choosing>
}

export const VerseCommandsContext = createContext<VerseCommands>({
  open: () => undefined,
  play: null,
  share: () => Promise.resolve(null),
  chosen: new State(nothingChosen),
})

export function useVerseCommands(): VerseCommands {
  return useContext(VerseCommandsContext)
}

/**
 * A press on the text of a verse opens its panel, or moves the end of the range that is being chosen. `opener` gets the focus
 * back when the panel closes.
 */
export function pressVerse(
  { open, chosen }: VerseCommands,
  verseKey: string,
  opener: HTMLElement | null,
): void {
  if (chosen.get().anchor === null) open(verseKey, opener)
  else chosen.set(afterChoice(chosen.get(), verseKey))
}

/** `verseKey`: null for a word of an unknown verse. */
export function useIsChosen(verseKey: string | null): boolean {
  const { chosen } = useVerseCommands()
  const get = () => verseKey !== null && isIn(rangeOf(chosen.get()), verseKey)
  return useSyncExternalStore(chosen.subscribe, get, get)
}
