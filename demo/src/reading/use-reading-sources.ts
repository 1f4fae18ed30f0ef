import type { ResourceKey } from '@waraq/contract'
import type { ResourceInfo } from '@waraq/engine'
import type { SideBySideOf } from '@waraq/reader'
import { useResources } from '@waraq/react'
import { useMemo } from 'react'
import { keptOf } from '../sync/sync-state.ts'
import { useSettings, useSync } from '../ui/hooks.ts'
import { arabicOf, translationsOf } from './reading-sources.ts'
import { refsOf } from './shown-translations.ts'

export interface Withdrawn {
  readonly key: ResourceKey
  /** The service's word for the reason. */
  readonly reason: string | null
}

export interface ReadingSources {
  /** Null until the library has told which resources are here. */
  readonly of: SideBySideOf | null
  readonly translations: readonly ResourceKey[]
  /** Kept translations that the service withdrew. */
  readonly withdrawn: readonly Withdrawn[]
}

const none: readonly ResourceInfo[] = []

/** The source of the Arabic. */
export function useArabic(): SideBySideOf {
  const { value: resources = none } = useResources()
  return arabicOf(resources)
}

/** The texts that are read side by side; the same object until they change. */
export function useReadingSources(): ReadingSources {
  const { value: resources } = useResources()
  const settings = useSettings()
  const kept = keptOf(useSync())
  const infos = (resources ?? []).filter(({ ref }) => ref.group === 'translations')
  const told = resources !== undefined
  const written = translationsOf(resources ?? none, settings).join()
  const translations = useMemo(() => (written === '' ? [] : (written.split(',') as ResourceKey[])), [written])
  const arabic = useArabic()
  const of = useMemo(
    () => (told ? { translations: refsOf(translations), ...arabic } : null),
    [told, translations, arabic],
  )
  const withdrawn = infos
    .filter(({ key, status }) => status === 'unavailable' && kept.has(key))
    .filter(({ key }) => settings.sideBySide === null || settings.sideBySide.includes(key))
    .map(({ key, reason }) => ({ key, reason: reason ?? null }))
  return { of, translations, withdrawn }
}
