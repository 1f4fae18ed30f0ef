/** Of the texts in a page, those whose colours have not been found right together yet. Lives in the page. */
export interface SeenColours {
  /** Texts that are to be looked at. */
  unseen(): Element[]
  /** Colours that were found right; other elements of the same colours are right, too. */
  note(elements: readonly Element[]): void
}

declare global {
  interface Window {
    seenColours: SeenColours
  }
}

/**
 * To be run in the page. Whether a text can be read depends on its own colours, its size and the colours behind it, and not
 * on what it says or where it stands.
 */
export function rememberColours(): void {
  const seen = new Set<string>()

  /** All that is painted between the page's ground and the element's text. */
  function behind(element: Element | null): string {
    if (!element) return ''
    const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, mixBlendMode, filter].join(' ')
    const below = behind(element.parentElement)
    return own === 'rgba(0, 0, 0, 0) none 1 normal none' ? below : `${below} < ${own}`
  }

  function coloursOf(element: Element): string {
    const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element)
    const around = element.parentElement && getComputedStyle(element.parentElement)
    // Nothing is asked of these.
    const isLeftOut = element.closest('[aria-hidden="true"], :disabled, [aria-disabled="true"]') !== null
    const own = [element.localName, isLeftOut, color, fontSize, fontWeight, textShadow, textDecorationLine]
    return [...own, around?.color, around?.fontWeight, behind(element)].join(' ')
  }

  function hasText(element: Element): boolean {
    if (element.matches('input, select, textarea')) return true
    return [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
  }

  window.seenColours = {
    unseen: () =>
      [...document.body.querySelectorAll('*')].filter(
        (element) =>
          hasText(element) &&
          element.checkVisibility({ visibilityProperty: true }) &&
          !seen.has(coloursOf(element)),
      ),
    note(elements) {
      for (const element of elements) seen.add(coloursOf(element))
    },
  }
}
