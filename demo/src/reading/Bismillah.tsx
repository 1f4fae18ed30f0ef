import { useMushafVerseWords } from '@waraq/react'
import { arabicText } from '../sync/kept-resources.ts'
import { arabicVerse, textOf } from './arabic-text.ts'

/** The opening formula. Its line is there before its words, so that the verses below do not move when they come. */
export function Bismillah() {
  // The first verse of the first chapter.
  const { value } = useMushafVerseWords(arabicText, '1:1')
  const verse = arabicVerse(value)
  if (value !== undefined && !verse) return null
  return (
    <p className="bismillah" lang="ar" dir="rtl">
      {verse ? textOf(verse) : '\u00a0'}
    </p>
  )
}
