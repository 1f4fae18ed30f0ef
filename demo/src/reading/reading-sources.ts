import type { ResourceInfo } from '@waraq/engine'
import type { SideBySideOf } from '@waraq/engine/readers'
import type { SettingsValue } from '../settings/settings-store.ts'
import { arabicText, arabicTextKey, mushaf } from '../sync/kept-resources.ts'
import { refsOf, shownTranslations } from './shown-translations.ts'

const byVerse: SideBySideOf = { core: arabicText }
const byWord: SideBySideOf = { mushaf }

/** What the Arabic is read from: the text by verse, which is a tenth of the mushaf's words, or those where it is not here. */
export function arabicOf(resources: readonly ResourceInfo[]): SideBySideOf {
  const isHere = resources.some(({ key, status }) => key === arabicTextKey && status === 'installed')
  return isHere ? byVerse : byWord
}

/** Translations that are here and chosen, in the order chosen. */
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

/** What is read side by side. */
export function shownOf(
  resources: readonly ResourceInfo[],
  settings: Pick<SettingsValue, 'sideBySide'>,
): SideBySideOf {
  return { translations: refsOf(translationsOf(resources, settings)), ...arabicOf(resources) }
}
