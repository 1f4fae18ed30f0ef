import { parseResourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'

/**
 * Translations to show side by side: the chosen ones that are on this device, in the chosen order. `chosen` null: all of
 * them.
 */
export function shownTranslations(
  chosen: readonly ResourceKey[] | null,
  here: readonly ResourceKey[],
): ResourceKey[] {
  return chosen === null ? [...here] : chosen.filter((key) => here.includes(key))
}

/** The chosen resource if it is on this device, else the first one on this device. Null if there is none. */
export function chosenOf(chosen: ResourceKey | null, here: readonly ResourceKey[]): ResourceKey | null {
  return here.find((key) => key === chosen) ?? here[0] ?? null
}

export function refsOf(keys: readonly ResourceKey[]): ResourceRef[] {
  return keys.flatMap((key) => parseResourceKey(key) ?? [])
}
