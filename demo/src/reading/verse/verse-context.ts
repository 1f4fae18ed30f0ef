import { createContext, useContext, useSyncExternalStore } from 'react'
import { State } from '../../observable.ts'
import { isIn, nothingChosen, rangeOf, type Choosing } from '../range/verse-range.ts'
import type { Share } from '../sharing/use-share.ts'

/** What can be done with the verses of one screen. */
export interface VerseCommands {
  /** Opens the panel of a verse; `opener` gets the focus back when it closes. */
  readonly open: (verseKey: string, opener: HTMLElement | null) => void
  /** Null where no recitation is on this device. */
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

export function useIsChosen(verseKey: string): boolean {
  const { chosen } = useVerseCommands()
  const get = () => isIn(rangeOf(chosen.get()), verseKey)
  return useSyncExternalStore(chosen.subscribe, get, get)
}
