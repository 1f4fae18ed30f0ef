/** Pixels from the top of the window, below the bar that stays there. */
const readingLine = 96

export function verseElement(verseKey: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-verse="${verseKey}"]`)
}

/** The element at the reading line that belongs to a verse. */
function elementAtTop(): HTMLElement | undefined {
  for (const below of [0, 48, 160]) {
    const found = document
      .elementsFromPoint(innerWidth / 2, readingLine + below)
      .map((element) => element.closest<HTMLElement>('[data-verse]'))
      .find((verse) => verse !== null)
    if (found) return found
  }
  return undefined
}

/** The key of the verse at the reading line. Null if there is none. */
export function verseAtTop(): string | null {
  return elementAtTop()?.dataset['verse'] ?? null
}

/** Where a verse is: pixels from the top of the window, and its height if the same part of it is to stay there. */
export interface VersePlace {
  readonly top: number
  readonly height?: number
}

export function placeOf(element: Element): Required<VersePlace> {
  const { top, height } = element.getBoundingClientRect()
  return { top, height }
}

/**
 * Returns the top that leaves the verse where it was, though it may have another height by now, for example in a window of
 * another width: the part of it that was at the reading line is there again.
 */
export function topAgain({ top, height }: VersePlace, heightNow: number): number {
  return height === undefined || top >= readingLine
    ? top
    : readingLine - ((readingLine - top) * heightNow) / height
}
