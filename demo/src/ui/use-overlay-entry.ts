import { useCallback, useEffect, useRef } from 'react'

/** What can be open over a page with an entry of its own in the tab's history: the sheet of a verse, of the player, or the field of places. */
type Overlay = 'sheet' | 'player' | 'jump'

/** What is open in an overlay by the entry of the tab's history that is shown; null where nothing is. */
export function overlayOf(overlay: Overlay): string | null {
  const state: unknown = history.state
  const fields =
    typeof state === 'object' && state !== null ? (state as Readonly<Record<string, unknown>>) : {}
  const shown = fields[overlay]
  return typeof shown === 'string' ? shown : null
}

interface Closing {
  /** Closes the overlay, with its entry if it has one. */
  readonly close: () => void
  /** Closes it first, so that an address that `act` goes to does not come after the entry of the overlay. */
  readonly closeThen: (act: () => void) => void
}

/**
 * Makes an open overlay an entry of the tab's history, so that Back closes it and the page stays. `hasRoom`: the same is shown
 * beside the page, which needs no entry; one that it had as an overlay stays.
 */
export function useOverlayEntry(
  overlay: Overlay,
  shown: string,
  { hasRoom = false, onClose }: { readonly hasRoom?: boolean; readonly onClose: () => void },
): Closing {
  const hasEntry = useRef(false)
  const isLeaving = useRef(false)
  useEffect(() => {
    const before = overlayOf(overlay)
    const state = { ...(history.state as object | null), [overlay]: shown }
    if (before !== null) history.replaceState(state, '')
    else if (!hasRoom) history.pushState(state, '')
    hasEntry.current = before !== null || !hasRoom
    const moved = () => {
      isLeaving.current = false
      if (hasEntry.current && overlayOf(overlay) === null) onClose()
    }
    addEventListener('popstate', moved)
    return () => removeEventListener('popstate', moved)
  }, [overlay, shown, hasRoom, onClose])
  const closeThen = useCallback(
    (act: () => void) => {
      if (overlayOf(overlay) === null) {
        onClose()
        act()
        return
      }
      // The browser goes back a moment later: a second press must not go back twice.
      if (isLeaving.current) return
      isLeaving.current = true
      addEventListener('popstate', act, { once: true })
      history.back()
    },
    [overlay, onClose],
  )
  const close = useCallback(() => closeThen(() => undefined), [closeThen])
  return { close, closeThen }
}
