import { sideBySide, type MushafPage } from '@waraq/reader'
import { useLive } from '@waraq/react'
import { arabicVerse } from '../../reading/arabic-text.ts'
import { useArabic } from '../../reading/use-reading-sources.ts'

/** The text of a page of glyphs, for screen readers. */
export function PageText({ page }: { readonly page: MushafPage }) {
  const { verseKeys } = page
  const [from = '1:1', to = from] = [verseKeys[0], verseKeys.at(-1)]
  const { value } = useLive(sideBySide(useArabic(), { from, to }), { keepPrevious: true })
  return (
    <div className="visually-hidden" lang="ar" dir="rtl">
      {value?.map((verse) => (
        <p key={verse.verseKey}>{arabicVerse(verse)?.text}</p>
      ))}
    </div>
  )
}
