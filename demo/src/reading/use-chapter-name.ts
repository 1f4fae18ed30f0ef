import { chaptersWithCore, type ChapterEntry, coreChapters } from 'waraq/quran'
import { useCatalogue, useLiveQuery } from 'waraq/react'
import { useCallback, useMemo } from 'react'
import { arabicText } from '../sync/kept-resources.ts'
import { useSettings, useWords } from '../ui/hooks.ts'

/** The chapters in order, from the Arabic text and the catalogue. Empty until one of them is loaded. */
export function useChapters(): ReadonlyMap<number, ChapterEntry> {
  const { chapters } = useCatalogue()
  const { data: rows } = useLiveQuery(coreChapters(arabicText))
  return useMemo(() => {
    const all = rows && rows.length > 0 ? chaptersWithCore(chapters, rows) : chapters
    return new Map(all.map((entry) => [entry.id, entry]))
  }, [chapters, rows])
}

/** The same as a list, which stays the same array: the parser of places prepares the names of each array once. */
export function useChapterEntries(): readonly ChapterEntry[] {
  const chapters = useChapters()
  return useMemo(() => [...chapters.values()], [chapters])
}

/** Returns the name of a chapter in the script of the interface, or its number if there are no names. */
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
