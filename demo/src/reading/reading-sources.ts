import type { ResourceKey } from '@waraq/protocol'
import type { ResourceInfo } from 'waraq'
import type { SideBySideOf } from 'waraq/quran'
import type { SettingsValue } from '../settings/settings-store.ts'
import { arabicText, arabicTextKey, isTranslation, mushaf, mushafKey } from '../sync/kept-resources.ts'
import { refsOf, shownTranslations } from './shown-translations.ts'

const byVerse: SideBySideOf = { core: arabicText }
const byWord: SideBySideOf = { mushaf }

/** The source of the Arabic: the text by verse, which is a tenth of the size of a mushaf's words, or else those words. */
export function arabicOf(
  resources: readonly ResourceInfo[],
  partial: readonly ResourceKey[] = [],
): SideBySideOf {
  const has = (wanted: ResourceKey) =>
    resources.some(({ key, status }) => key === wanted && status === 'installed')
  return has(arabicTextKey) || (partial.includes(arabicTextKey) && !has(mushafKey)) ? byVerse : byWord
}

/** Kept texts that are read verse by verse and have never been on this device. Their verses are shown as they arrive. */
export function partialOf(kept: ReadonlySet<string>, resources: readonly ResourceInfo[]): ResourceKey[] {
  const known = new Set<string>(resources.map(({ key }) => key))
  const keys = [...kept].filter((key) => !known.has(key) && (isTranslation(key) || key === arabicTextKey))
  return keys as ResourceKey[]
}

/** The chosen translations that are on this device or arriving, in the chosen order. */
export function translationsOf(
  resources: readonly ResourceInfo[],
  { sideBySide }: Pick<SettingsValue, 'sideBySide'>,
  partial: readonly ResourceKey[] = [],
) {
  const here = resources.filter(({ ref, status }) => ref.group === 'translations' && status === 'installed')
  return shownTranslations(sideBySide, [
    ...here.map(({ key }) => key),
    ...partial.filter((key) => isTranslation(key)),
  ])
}

/** The sources of texts that are read side by side. */
export function shownOf(
  resources: readonly ResourceInfo[],
  settings: Pick<SettingsValue, 'sideBySide'>,
): SideBySideOf {
  return { translations: refsOf(translationsOf(resources, settings)), ...arabicOf(resources) }
}
