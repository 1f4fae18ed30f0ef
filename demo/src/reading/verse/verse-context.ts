import { createContext, useContext } from 'react'

/** What verses of one screen have in common. */
export interface VerseSelection {
  /** Opens what goes with a verse; `opener` has the focus again once that is closed. */
  readonly select: (verseKey: string, opener: HTMLElement | null) => void
}

export const VerseSelectionContext = createContext<VerseSelection>({ select: () => undefined })

export function useSelectVerse(): VerseSelection['select'] {
  return useContext(VerseSelectionContext).select
}
