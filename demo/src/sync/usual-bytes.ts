import type { KnownResourceGroup, ResourceRef } from '@waraq/protocol'

/**
 * Bytes that a resource of each group usually takes on the wire, rounded up: browsers hide the length of other origins' answers.
 * Figures of the sandbox, whose translations, tafsirs and mushafs are as large as those of the live service.
 */
const usual: Readonly<Record<KnownResourceGroup, number>> = {
  articles: 50_000,
  chapter_recitations: 50_000,
  mushafs: 24_000_000,
  quran_core: 3_400_000,
  recitations: 1_100_000,
  tafsirs: 12_000_000,
  translations: 3_400_000,
  word_by_word_translations: 16_000_000,
  word_by_word_transliterations: 14_000_000,
}

/** The usual bytes of a resource in a group that this version does not know. */
const elsewhere = 4_000_000

export function usualBytes({ group }: ResourceRef): number {
  const known: Readonly<Record<string, number>> = usual
  // `constructor` is a fine name of a group.
  return Object.hasOwn(known, group) ? known[group]! : elsewhere
}
