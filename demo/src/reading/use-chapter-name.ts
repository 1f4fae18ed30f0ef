import { useCallback, useMemo } from 'react'
import type { ChapterEntry } from '../catalogue/catalogue.ts'
import { useCatalogue, useWords } from '../ui/hooks.ts'

/** What the catalogue says of chapters; nothing until it is here. */
export function useChapters(): ReadonlyMap<number, ChapterEntry> {
  const { catalogue } = useCatalogue()
  return useMemo(() => new Map(catalogue?.chapters.map((entry) => [entry.id, entry])), [catalogue])
}

/** The name of a chapter, or its number where there are no names. */
export function useChapterName(): (chapter: number) => string {
  const words = useWords()
  const chapters = useChapters()
  return useCallback(
    (chapter) => chapters.get(chapter)?.name ?? words.chapter.ordinal(chapter),
    [chapters, words],
  )
}
