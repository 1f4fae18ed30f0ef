import { useCallback } from 'react'
import { useCatalogue, useSettings, useWords } from './hooks.ts'

/** The name of a chapter in the language of the reader; its number where no names are known. */
export function useChapterName(): (chapter: number) => string {
  const words = useWords()
  const { spoken } = useSettings()
  const { catalogue } = useCatalogue()
  return useCallback(
    (chapter) => {
      const entry = catalogue?.chapters.find(({ id }) => id === chapter)
      const name = spoken === 'ar' ? entry?.arabicName : entry?.name
      return name || words.chapter.ordinal(chapter)
    },
    [catalogue, spoken, words],
  )
}
