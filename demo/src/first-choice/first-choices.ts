import type { ResourceKey } from '@waraq/protocol'
import type { ResourceDescription } from 'waraq/quran'
import { arabicTextKey, isTranslation } from '../sync/kept-resources.ts'
import { primaryLanguage } from '../words/language.ts'

/** Texts to offer to a person who has chosen nothing yet. Pure. */
export interface FirstChoices {
  /** Null until the service has reported its resources. */
  readonly suggested: ResourceKey | null
  readonly others: readonly ResourceKey[]
}

const mostOthers = 3

/**
 * Returns translations in the order of the languages that the browser prefers, then English, then any other; the first one
 * is suggested. If Arabic is the most preferred language, the Arabic text is suggested. Translations on this device come
 * before other translations. `feed`: the resources of the service, null if it has never answered.
 */
export function firstChoices(
  resources: ReadonlyMap<ResourceKey, Pick<ResourceDescription, 'language' | 'listed'>>,
  feed: ReadonlySet<ResourceKey> | null,
  preferred: readonly string[],
  isHere: (key: ResourceKey) => boolean = () => false,
): FirstChoices {
  const has = (key: ResourceKey) => !feed || feed.has(key)
  const offered = [...resources].filter(([key, { listed }]) => listed && isTranslation(key) && has(key))
  const languages = [...preferred.map(primaryLanguage), 'en']
  const rank = (tag: string | undefined) => {
    const at = languages.indexOf(primaryLanguage(tag))
    return at < 0 ? languages.length : at
  }
  const keys = offered
    .toSorted(([, one], [, other]) => rank(one.language.tag) - rank(other.language.tag))
    .map(([key]) => key)
    .toSorted((one, other) => Number(isHere(other)) - Number(isHere(one)))
  const isArabic = languages[0] === 'ar' && has(arabicTextKey) && keys.length > 0
  const [suggested = null, ...others] = isArabic ? [arabicTextKey, ...keys] : keys
  return { suggested, others: others.slice(0, mostOthers) }
}
