import { resourceKey } from '@waraq/protocol'
import { sideBySide } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { arabicVerse } from '../arabic-text.ts'
import { useLabels } from '../labels.ts'
import { SafeText } from '../safe-text.tsx'
import { useReadingSources } from '../use-reading-sources.ts'

/** The start of a verse, as far as it is on this device. */
export function Beginning({ verseKey }: { readonly verseKey: string }) {
  const labelOf = useLabels()
  const { of } = useReadingSources()
  const { data: value } = useLiveQuery(of && sideBySide(of, { from: verseKey, to: verseKey }))
  const verse = value?.[0]
  const arabic = verse && arabicVerse(verse)
  const translation = verse?.translations[0]
  const language = translation && labelOf(resourceKey(translation.ref)).language
  return (
    <>
      {arabic && (
        <span className="line-arabic" lang="ar" dir="rtl">
          {arabic.text}
        </span>
      )}
      {translation && (
        <span className="line-translation" lang={language?.tag} dir={language?.direction ?? 'auto'}>
          <SafeText html={translation.verse.text} dir={language?.direction} />
        </span>
      )}
    </>
  )
}
