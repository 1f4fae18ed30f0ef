import type { ResourceKey } from '@waraq/protocol'
import type { ResourceInfo } from 'waraq'
import type { SideBySideOf } from 'waraq/quran'
import { useResources } from 'waraq/react'
import { useMemo } from 'react'
import { arabicTextKey } from '../sync/kept-resources.ts'
import { keptOf } from '../sync/sync-state.ts'
import { useSettings, useSync } from '../ui/hooks.ts'
import { arabicOf, partialOf, translationsOf } from './reading-sources.ts'
import { refsOf } from './shown-translations.ts'

export interface Withdrawn {
  readonly key: ResourceKey
  /** The service's code for the reason. */
  readonly reason: string | null
}

export interface ReadingSources {
  /** Null until the library has reported which resources are on this device. */
  readonly of: SideBySideOf | null
  readonly translations: readonly ResourceKey[]
  /** Kept translations, and the Arabic text, that have never been complete on this device. The same list until it changes. */
  readonly partial: readonly ResourceKey[]
  /** The arriving texts that this page shows and the reader waits for. The same list until it changes. */
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

/** Returns the same list until it changes. */
function useKeys(keys: readonly ResourceKey[]): readonly ResourceKey[] {
  const written = keys.join()
  return useMemo(() => (written === '' ? [] : (written.split(',') as ResourceKey[])), [written])
}

/** Returns the texts that are read side by side; the same object until they change. */
export function useReadingSources(): ReadingSources {
  const { data: resources } = useResources()
  const settings = useSettings()
  const kept = keptOf(useSync())
  const infos = (resources ?? []).filter(({ ref }) => ref.group === 'translations')
  const reported = resources !== undefined
  const partial = useKeys(reported ? partialOf(kept, resources) : [])
  const translations = useKeys(translationsOf(resources ?? none, settings, partial))
  const arabic = arabicOf(resources ?? none, partial)
  const of = useMemo(
    () => (reported ? { translations: refsOf(translations), ...arabic } : null),
    [reported, translations, arabic],
  )
  const inPage = (key: ResourceKey) => translations.includes(key) || key === arabicTextKey
  const awaited = useKeys(partial.filter(inPage))
  const withdrawn = infos
    .filter(({ key, status }) => status === 'unavailable' && kept.has(key))
    .filter(({ key }) => settings.sideBySide === null || settings.sideBySide.includes(key))
    .map(({ key, reason }) => ({ key, reason: reason ?? null }))
  return { of, translations, partial, awaited, withdrawn }
}
