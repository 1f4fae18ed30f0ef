import { sideBySide } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useMemo } from 'react'
import { arabicVerse } from '../arabic-text.ts'
import { useArabic } from '../use-reading-sources.ts'

/** The Arabic text of a verse in a list, as far as it is on this device. */
export function ArabicLine({
  verseKey,
  className,
}: {
  readonly verseKey: string
  readonly className: string
}) {
  const of = useArabic()
  const query = useMemo(() => sideBySide(of, { from: verseKey, to: verseKey }), [of, verseKey])
  const { data: value } = useLiveQuery(query)
  const arabic = value && arabicVerse(value[0])
  return (
    arabic && (
      <span className={className} lang="ar" dir="rtl">
        {arabic.text}
      </span>
    )
  )
}
