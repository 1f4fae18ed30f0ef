import { useEffect } from 'react'
import type { SettingsValue } from '../settings/settings-store.ts'
import { scrollMemory } from '../shell/scroll-memory.ts'
import { useReader } from '../ui/reader-context.ts'
import { keepInView } from './keep-in-view.ts'
import { verseElement } from './verse-at-top.ts'

/** What the heights of verses depend on. */
function lookOf({ mode, arabicSize, translationSize, sideBySide }: SettingsValue): string {
  return JSON.stringify([mode, arabicSize, translationSize, sideBySide])
}

/** The verse at the reading line stays there when its text is shown in another way. */
export function useSteadyText(): void {
  const { settings } = useReader()
  useEffect(() => {
    let look = lookOf(settings.state.get())
    let end = (): void => undefined
    const endWatch = settings.state.subscribe(() => {
      const now = lookOf(settings.state.get())
      if (now === look) return
      look = now
      const verse = scrollMemory.left()?.verse
      const element = verse && verseElement(verse.key)
      if (!element) return
      end()
      end = keepInView(element, verse.top)
    })
    return () => {
      endWatch()
      end()
    }
  }, [settings])
}
