/** Pixels from the top: below the bar that stays there. */
const readingLine = 96

export function verseElement(verseKey: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-verse="${verseKey}"]`)
}

/** The element of the verse that stands at the reading line. */
export function elementAtTop(): HTMLElement | undefined {
  for (const below of [0, 48, 160]) {
    const found = document
      .elementsFromPoint(innerWidth / 2, readingLine + below)
      .map((element) => element.closest<HTMLElement>('[data-verse]'))
      .find((verse) => verse !== null)
    if (found) return found
  }
  return undefined
}

/** The verse that stands there; null where none does. */
export function verseAtTop(): string | null {
  return elementAtTop()?.dataset['verse'] ?? null
}
