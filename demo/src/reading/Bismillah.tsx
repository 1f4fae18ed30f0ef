import { sideBySide } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { arabicVerse } from './arabic-text.ts'
import { useArabic } from './use-reading-sources.ts'

/** The opening formula. The space of its line is reserved before the words arrive, so that the verses below do not move. */
export function Bismillah() {
  // The first verse of the first chapter.
  const { data: value } = useLiveQuery(sideBySide(useArabic(), { from: '1:1', to: '1:1' }), {
    keepPrevious: true,
  })
  const verse = arabicVerse(value?.[0])
  if (value !== undefined && !verse) return null
  return (
    <p className="bismillah" lang="ar" dir="rtl">
      {verse?.text ?? '\u00a0'}
    </p>
  )
}
