import type { ResourceInfo } from '@waraq/engine'
import type { SideBySideOf } from '@waraq/reader'
import type { SettingsValue } from '../settings/settings-store.ts'
import { arabicText, arabicTextKey, mushaf } from '../sync/kept-resources.ts'
import { refsOf, shownTranslations } from './shown-translations.ts'

const byVerse: SideBySideOf = { core: arabicText }
const byWord: SideBySideOf = { mushaf }

/** The source of the Arabic: the text by verse, a tenth of the size of a mushaf's words; without it, those words. */
export function arabicOf(resources: readonly ResourceInfo[]): SideBySideOf {
  const isHere = resources.some(({ key, status }) => key === arabicTextKey && status === 'installed')
  return isHere ? byVerse : byWord
}

/** The chosen translations that are on this device, in the chosen order. */
export function translationsOf(
  resources: readonly ResourceInfo[],
  { sideBySide }: Pick<SettingsValue, 'sideBySide'>,
) {
  const here = resources.filter(({ ref, status }) => ref.group === 'translations' && status === 'installed')
  return shownTranslations(
    sideBySide,
    here.map(({ key }) => key),
  )
}

/** The texts that are read side by side. */
export function shownOf(
  resources: readonly ResourceInfo[],
  settings: Pick<SettingsValue, 'sideBySide'>,
): SideBySideOf {
  return { translations: refsOf(translationsOf(resources, settings)), ...arabicOf(resources) }
}
