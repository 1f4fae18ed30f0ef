import { useMode, useSync } from '../ui/hooks.ts'
import { primaryLanguage } from '../words/language.ts'
import { LaterFirstChoice } from './Absence.tsx'
import type { ReadingSources } from './use-reading-sources.ts'

/** Above the Arabic text of who reads another language and sees no translation: none is here, or none of them is chosen. */
export function TranslationOffer({ sources: { of, translations } }: { readonly sources: ReadingSources }) {
  const mode = useMode()
  const isKnown = useSync().status !== null
  if (mode !== 'translation' || !of || translations.length > 0) return null
  if (primaryLanguage(navigator.languages[0]) === 'ar') return null
  // Its place is there before its code, which the first text does not wait for.
  return <div className="offer">{isKnown && <LaterFirstChoice hasArabic />}</div>
}
