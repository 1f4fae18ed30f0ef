import { resourceKey } from '@waraq/contract'
import { sideBySide } from '@waraq/reader'
import { useLive } from '@waraq/react'
import { useWords } from '../../ui/hooks.ts'
import { useLabels } from '../labels.ts'
import { refsOf } from '../shown-translations.ts'
import { useReadingSources } from '../use-reading-sources.ts'
import { Translation } from '../verse/Translation.tsx'
import { Missing } from './Missing.tsx'

/** The translations of one verse, where the page shows the Arabic text only. */
export function TranslationsView({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const labelOf = useLabels()
  const { of, translations } = useReadingSources()
  const { value } = useLive(
    sideBySide({ translations: refsOf(translations) }, { from: verseKey, to: verseKey }),
    { keepPrevious: true },
  )
  if (of && translations.length === 0) return <Missing text={words.reading.noTranslation} />
  return (
    <div className="panel-view">
      {value?.[0]?.translations.map((each) => (
        <Translation key={resourceKey(each.ref)} of={each.ref} verse={each.verse} labelOf={labelOf} named />
      ))}
    </div>
  )
}
