import type { ResourceKey } from '@waraq/protocol'
import type { ResourceInfo } from 'waraq'
import type { SideBySideOf } from 'waraq/quran'
import { useResources } from 'waraq/react'
import { useMemo } from 'react'
import { arabicTextKey } from '../sync/kept-resources.ts'
import { keptOf } from '../sync/sync-state.ts'
import { useSettings, useSync } from '../ui/hooks.ts'
import { arabicOf, arrivingOf, translationsOf } from './reading-sources.ts'
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
  /** Those of them, and the Arabic text, of which only a part has come; the same list until it changes. */
  readonly arriving: readonly ResourceKey[]
  /** The arriving texts of this page: what the reader waits for, the same list until it changes. */
  readonly awaited: readonly ResourceKey[]
  /** Kept translations that the service withdrew. */
  readonly withdrawn: readonly Withdrawn[]
}

const none: readonly ResourceInfo[] = []

/** The source of the Arabic. */
export function useArabic(): SideBySideOf {
  const { data: resources = none } = useResources()
  return arabicOf(resources)
}

/** The same list until it changes. */
function useKeys(keys: readonly ResourceKey[]): readonly ResourceKey[] {
  const written = keys.join()
  return useMemo(() => (written === '' ? [] : (written.split(',') as ResourceKey[])), [written])
}

/** The texts that are read side by side; the same object until they change. */
export function useReadingSources(): ReadingSources {
  const { data: resources } = useResources()
  const settings = useSettings()
  const kept = keptOf(useSync())
  const infos = (resources ?? []).filter(({ ref }) => ref.group === 'translations')
  const told = resources !== undefined
  const arriving = useKeys(told ? arrivingOf(kept, resources) : [])
  const translations = useKeys(translationsOf(resources ?? none, settings, arriving))
  const arabic = arabicOf(resources ?? none, arriving)
  const of = useMemo(
    () => (told ? { translations: refsOf(translations), ...arabic } : null),
    [told, translations, arabic],
  )
  const inPage = (key: ResourceKey) => translations.includes(key) || key === arabicTextKey
  const awaited = useKeys(arriving.filter(inPage))
  const withdrawn = infos
    .filter(({ key, status }) => status === 'unavailable' && kept.has(key))
    .filter(({ key }) => settings.sideBySide === null || settings.sideBySide.includes(key))
    .map(({ key, reason }) => ({ key, reason: reason ?? null }))
  return { of, translations, arriving, awaited, withdrawn }
}
