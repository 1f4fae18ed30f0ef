import type { ResourceKey } from '@waraq/protocol'
import type { ResourceDescription } from 'waraq/quran'
import { arabicTextKey, isTranslation } from '../sync/kept-resources.ts'
import { primaryLanguage } from '../words/language.ts'

/** What a person is offered who reads nothing yet. Pure. */
export interface FirstChoices {
  /** Null until the service has told what there is. */
  readonly suggested: ResourceKey | null
  readonly others: readonly ResourceKey[]
}

const mostOthers = 3

/**
 * The first translation of the languages that the browser prefers, then of English, then any; the others follow in that order. Who reads
 * Arabic first is offered the Arabic text. What is on this device comes before all of these. `feed`: what the service has; null where it
 * has never answered.
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
