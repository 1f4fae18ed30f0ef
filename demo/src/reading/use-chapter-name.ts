import type { ChapterEntry } from '@waraq/engine/catalogue'
import { useCatalogue } from '@waraq/react'
import { useCallback, useMemo } from 'react'
import { useSettings, useWords } from '../ui/hooks.ts'

/** What the catalogue says of chapters; nothing until it is here. */
export function useChapters(): ReadonlyMap<number, ChapterEntry> {
  const { chapters } = useCatalogue()
  return useMemo(() => new Map(chapters.map((entry) => [entry.id, entry])), [chapters])
}

/** The name of a chapter in the script of the interface, or its number where there are no names. */
export function useChapterName(): (chapter: number) => string {
  const words = useWords()
  const chapters = useChapters()
  const inArabic = useSettings().spoken === 'ar'
  return useCallback(
    (chapter) => {
      const entry = chapters.get(chapter)
      return (inArabic ? entry?.arabicName : entry?.name) ?? words.chapter.ordinal(chapter)
    },
    [chapters, words, inArabic],
  )
}
