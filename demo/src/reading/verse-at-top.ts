/** Pixels from the top: below the bar that stays there. */
const readingLine = 96

export function verseElement(verseKey: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-verse="${verseKey}"]`)
}

/** The verse that stands at the reading line; null where none does. */
export function verseAtTop(): string | null {
  for (const below of [0, 48, 160]) {
    const found = document
      .elementsFromPoint(innerWidth / 2, readingLine + below)
      .map((element) => element.closest<HTMLElement>('[data-verse]')?.dataset['verse'])
      .find((verseKey) => verseKey !== undefined)
    if (found) return found
  }
  return null
}
