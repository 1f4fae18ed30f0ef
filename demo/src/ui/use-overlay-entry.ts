import { useCallback, useEffect, useRef } from 'react'
import { useRoute } from '../routes/use-route.ts'
import { entryFields } from './entry-fields.ts'

/**
 * What can be open over a page with an entry of its own in the tab's history: the sheet of a verse, of the player, the field of places,
 * the details of syncing, or the verses that are chosen.
 */
const overlays = ['sheet', 'player', 'jump', 'sync', 'range'] as const
type Overlay = (typeof overlays)[number]

/** What is open in an overlay by the entry of the tab's history that is shown; null where nothing is. */
function overlayOf(overlay: Overlay): string | null {
  const shown = entryFields()[overlay]
  return typeof shown === 'string' ? shown : null
}

/** The overlay that was opened last. An entry has the fields of the one before it, and adds its own. */
const topOverlay = () => Object.keys(entryFields()).findLast((name) => overlays.some((each) => each === name))

/**
 * Opens an overlay again with each entry that has one: after a reload, and when Back or Forward lead there. An entry whose overlay is not
 * shown would take a press of Back that does nothing.
 */
export function useReopening(overlay: Overlay, reopen: (shown: string) => void): void {
  const route = useRoute()
  useEffect(() => {
    const { hash } = location
    let isHere = true
    const look = () => {
      const shown = overlayOf(overlay)
      // An entry of another address belongs to the page that is shown in a moment.
      if (isHere && shown !== null && location.hash === hash) reopen(shown)
    }
    // A moment later: React's strict mode ends an effect and begins it again.
    queueMicrotask(look)
    addEventListener('popstate', look)
    return () => {
      isHere = false
      removeEventListener('popstate', look)
    }
  }, [overlay, reopen, route])
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

/** The link of this page that a press is to open here. */
function ownLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null
  return event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#"]') : null
}

/**
 * The same of an overlay beside which the page stays in use. It may be closed from elsewhere, and then its entry goes with it; a link
 * is followed from the entry before it, so that Back comes from there to the page and not to what was open.
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
      // A moment later: React's strict mode ends an effect and begins it again.
      queueMicrotask(() => {
        const isClosed = !isHere.current && !isLeaving.current
        // Closed from elsewhere, and nothing else has been opened over it.
        if (isClosed && topOverlay() === overlay) history.back()
      })
    }
  }, [overlay, closeThen])
  const leaveThen = useCallback(
    (act: () => void) => {
      isLeaving.current = true
      closeThen(act)
    },
    [closeThen],
  )
  const close = useCallback(() => leaveThen(() => undefined), [leaveThen])
  return { close, closeThen: leaveThen }
}
