import { createContext, useContext } from 'react'

/** What the verses of one screen share. */
export interface VerseSelection {
  /** Opens the panel of a verse; `opener` gets the focus back when it closes. */
  readonly select: (verseKey: string, opener: HTMLElement | null) => void
}

export const VerseSelectionContext = createContext<VerseSelection>({ select: () => undefined })

export function useSelectVerse(): VerseSelection['select'] {
  return useContext(VerseSelectionContext).select
}
