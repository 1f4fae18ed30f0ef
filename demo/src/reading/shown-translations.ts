import { parseResourceKey, type ResourceKey, type ResourceRef } from '@waraq/contract'

/** Translations to be read side by side: those chosen, in the order chosen, as far as they are here. Null chose all. */
export function shownTranslations(
  chosen: readonly ResourceKey[] | null,
  here: readonly ResourceKey[],
): ResourceKey[] {
  return chosen === null ? [...here] : chosen.filter((key) => here.includes(key))
}

/** The one that was chosen, where it is here, else the first that is. */
export function chosenOf(chosen: ResourceKey | null, here: readonly ResourceKey[]): ResourceKey | null {
  return here.find((key) => key === chosen) ?? here[0] ?? null
}

export function refsOf(keys: readonly ResourceKey[]): ResourceRef[] {
  return keys.flatMap((key) => parseResourceKey(key) ?? [])
}
