import { useMode, useSync } from '../ui/hooks.ts'
import { primaryLanguage } from '../words/language.ts'
import { LaterFirstChoice } from './Absence.tsx'
import type { ReadingSources } from './use-reading-sources.ts'

/**
 * Offers a translation above the Arabic text to people who read another language and see no translation, because none is on
 * this device or none is chosen.
 */
export function TranslationOffer({ sources: { of, translations } }: { readonly sources: ReadingSources }) {
  const mode = useMode()
  const isKnown = useSync().status !== null
  if (mode !== 'translation' || !of || translations.length > 0) return null
  if (primaryLanguage(navigator.languages[0]) === 'ar') return null
  // Reserves the space before the code is loaded. The first text does not wait for that code.
  return <div className="offer">{isKnown && <LaterFirstChoice hasArabic />}</div>
}
