import { useCallback, useEffect, useRef } from 'react'
import { useRoute } from '../routes/use-route.ts'
import { entryFields } from './entry-fields.ts'

/**
 * Overlays that can be open over a page with their own entry in the tab's history: the sheet of a verse or of the player,
 * the field of places, the details of syncing, or the chosen verses.
 */
const overlays = ['sheet', 'player', 'jump', 'sync', 'range'] as const
type Overlay = (typeof overlays)[number]

/** The open item of an overlay, by the current entry of the tab's history. Null if the overlay is closed. */
function overlayOf(overlay: Overlay): string | null {
  const shown = entryFields()[overlay]
  return typeof shown === 'string' ? shown : null
}

/** The overlay that was opened last. An entry has the fields of the previous entry, and adds its own. */
const topOverlay = () => Object.keys(entryFields()).findLast((name) => overlays.some((each) => each === name))

/**
 * Reopens an overlay whenever the reader reaches an entry that has it: after a reload, and with Back or Forward. Otherwise
 * such an entry would take a press of Back that does nothing.
 */
export function useReopening(overlay: Overlay, reopen: (shown: string) => void): void {
  const route = useRoute()
  useEffect(() => {
    const { hash } = location
    let isHere = true
    const look = () => {
      const shown = overlayOf(overlay)
      // An entry with another address belongs to the page that is about to be shown.
      if (isHere && shown !== null && location.hash === hash) reopen(shown)
    }
    // Delayed, because React's strict mode ends an effect and starts it again.
    queueMicrotask(look)
    addEventListener('popstate', look)
    return () => {
      isHere = false
      removeEventListener('popstate', look)
    }
  }, [overlay, reopen, route])
}

interface Closing {
  /** Closes the overlay, and goes back from its entry if it has one. */
  readonly close: () => void
  /** Closes the overlay first, so that an address that `action` goes to does not come after the entry of the overlay. */
  readonly closeThen: (action: () => void) => void
}

/**
 * Gives an open overlay its own entry in the tab's history, so that Back closes it and the page stays. `hasRoom`: the
 * content is shown next to the page, which needs no entry. An entry that it already has as an overlay stays.
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
    const state = { ...entryFields(), [overlay]: shown }
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
    (action: () => void) => {
      if (overlayOf(overlay) === null) {
        onClose()
        action()
        return
      }
      // The browser goes back a moment later, so a second press must not go back twice.
      if (isLeaving.current) return
      isLeaving.current = true
      addEventListener('popstate', action, { once: true })
      history.back()
    },
    [overlay, onClose],
  )
  const close = useCallback(() => closeThen(() => undefined), [closeThen])
  return { close, closeThen }
}

/** The link within this page that a click should open here. */
function ownLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null
}

/**
 * Like `useOverlayEntry`, for an overlay next to which the page can still be used. If other code closes it, its entry is
 * removed. A link is followed from the entry before it, so that Back then leads to the page and not to the overlay.
 */
export function useLightOverlayEntry(overlay: Overlay, shown: string, onClose: () => void): Closing {
  const closing = useOverlayEntry(overlay, shown, { onClose })
  const { closeThen } = closing
  const isLeaving = useRef(false)
  const isHere = useRef(false)
  useEffect(() => {
    isLeaving.current = false
    isHere.current = true
    const press = (event: MouseEvent) => {
      const link = ownLinkOf(event)
      if (link === null || topOverlay() !== overlay) return
      event.preventDefault()
      isLeaving.current = true
      closeThen(() => location.assign(link.href))
    }
    addEventListener('click', press)
    return () => {
      removeEventListener('click', press)
      isHere.current = false
      // Delayed, because React's strict mode ends an effect and starts it again.
      queueMicrotask(() => {
        const isClosed = !isHere.current && !isLeaving.current
        // Other code closed it, and no other overlay has been opened over it.
        if (isClosed && topOverlay() === overlay) history.back()
      })
    }
  }, [overlay, closeThen])
  const leaveThen = useCallback(
    (action: () => void) => {
      isLeaving.current = true
      closeThen(action)
    },
    [closeThen],
  )
  const close = useCallback(() => leaveThen(() => undefined), [leaveThen])
  return { close, closeThen: leaveThen }
}
