import type { ResourceKey } from '@waraq/contract'
import type { SideBySideOf } from '@waraq/engine/readers'
import { useResources } from '@waraq/react'
import { useMemo } from 'react'
import { arabicText, arabicTextKey, mushaf } from '../sync/kept-resources.ts'
import { keptOf } from '../sync/sync-state.ts'
import { useSettings, useSync } from '../ui/hooks.ts'
import { refsOf, shownTranslations } from './shown-translations.ts'

export interface Withdrawn {
  readonly key: ResourceKey
  /** The service's word for it. */
  readonly reason: string | null
}

export interface ReadingSources {
  /** Null until the library told what is here. */
  readonly of: SideBySideOf | null
  readonly translations: readonly ResourceKey[]
  /** Translations that somebody keeps and that the service took back. */
  readonly withdrawn: readonly Withdrawn[]
}

const byVerse: SideBySideOf = { core: arabicText }
const byWord: SideBySideOf = { mushaf }

/** What the Arabic is read from: the text by verse, which is a tenth of the mushaf's words, or those where it is not here. */
export function useArabic(): SideBySideOf {
  const { value: resources } = useResources()
  const isHere = resources?.some(({ key, status }) => key === arabicTextKey && status === 'installed')
  return isHere ? byVerse : byWord
}

/** What is read side by side; the same objects for as long as it is the same. */
export function useReadingSources(): ReadingSources {
  const { value: resources } = useResources()
  const { sideBySide } = useSettings()
  const kept = keptOf(useSync())
  const infos = (resources ?? []).filter(({ ref }) => ref.group === 'translations')
  const here = infos.filter(({ status }) => status === 'installed').map(({ key }) => key)
  const shown = shownTranslations(sideBySide, here)
  const told = resources !== undefined
  const written = shown.join()
  const translations = useMemo(() => (written === '' ? [] : (written.split(',') as ResourceKey[])), [written])
  const arabic = useArabic()
  const of = useMemo(
    () => (told ? { translations: refsOf(translations), ...arabic } : null),
    [told, translations, arabic],
  )
  const withdrawn = infos
    .filter(({ key, status }) => status === 'unavailable' && kept.has(key))
    .filter(({ key }) => sideBySide === null || sideBySide.includes(key))
    .map(({ key, reason }) => ({ key, reason: reason ?? null }))
  return { of, translations, withdrawn }
}
