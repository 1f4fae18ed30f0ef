import { useCallback, useEffect, useRef } from 'react'
import type { SettingsValue } from '../settings/settings-store.ts'
import { scrollMemory } from '../shell/scroll-memory.ts'
import { useReader } from '../ui/reader-context.ts'
import { keepInView } from './keep-in-view.ts'
import { placeOf, verseElement } from './verse-at-top.ts'

/** The settings that determine the heights of verses. */
function lookOf({ mode, arabicSize, translationSize, sideBySide }: SettingsValue): string {
  return JSON.stringify([mode, arabicSize, translationSize, sideBySide])
}

const nothing = (): void => undefined

/**
 * Keeps the verse at the reading line in place when verses get other heights: by these settings, or in a window of another
 * width, as that of a phone that is turned. Returns a function to call before anything else changes the heights. The element
 * that the reader pressed for it stays in the window.
 */
export function useSteadyText(): (pressed?: Element | null) => void {
  const { settings } = useReader()
  const end = useRef(nothing)
  const keep = useCallback((isSameText: boolean, pressed?: Element | null) => {
    // The place is the one before the change, because the page has not scrolled since.
    const verse = scrollMemory.left()?.verse
    const element = verse && verseElement(verse.key)
    end.current()
    if (element)
      end.current = keepInView(element, isSameText ? verse.place : { top: verse.place.top }, pressed)
    else if (pressed) end.current = keepInView(pressed, placeOf(pressed))
  }, [])
  useEffect(() => {
    let look = lookOf(settings.state.get())
    let width = innerWidth
    const endWatch = settings.state.subscribe(() => {
      const now = lookOf(settings.state.get())
      if (now === look) return
      look = now
      // In another mode a verse has other words: its beginning stays.
      keep(false)
    })
    const resized = () => {
      // Another height moves nothing, and phones change it while the page scrolls.
      if (innerWidth === width) return
      width = innerWidth
      keep(true)
    }
    addEventListener('resize', resized)
    return () => {
      endWatch()
      removeEventListener('resize', resized)
      end.current()
    }
  }, [settings, keep])
  return useCallback(
    (pressed) => {
      scrollMemory.note()
      keep(true, pressed)
    },
    [keep],
  )
}
