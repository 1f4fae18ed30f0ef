import { parseResourceKey, type ResourceKey } from '@waraq/contract'
import { chapterRange } from '@waraq/reader'
import { useStore } from '@waraq/react'
import { correct, type AdminCommand } from '../../sync/admin-door.ts'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { useInstalled } from '../../ui/use-installed.ts'

/**
 * The translation that the buttons change: the first one on this device. The correction is of the first verse that the reader
 * sees at the last place.
 */
export function useCorrection(): {
  readonly target: ResourceKey | null
  /** A translation that was withdrawn. */
  readonly missing: ResourceKey | null
  readonly correction: () => Promise<AdminCommand | null>
} {
  const words = useWords()
  const store = useStore()
  const { places } = useSettings()
  const [target = null] = useInstalled('translations')
  const [missing = null] = useInstalled('translations', 'unavailable')
  const correction = async () => {
    const ref = target === null ? undefined : parseResourceKey(target)
    if (!ref || target === null || !store) return null
    const [own] = await store.rows('translation', ref, chapterRange(places.chapter?.number ?? 1))
    const row = own ?? (await store.rows('translation', ref))[0]
    if (!row) return null
    const mark = words.panel.corrected(words.figures.clock(Date.now()))
    return correct(target, row.data.id, `${row.data.text.replace(/ \[[^\]]*\]$/, '')} [${mark}]`)
  }
  return { target, missing, correction }
}
