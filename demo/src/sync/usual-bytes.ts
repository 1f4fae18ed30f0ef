import type { KnownResourceGroup, ResourceRef } from '@waraq/protocol'

/** Bytes of a usual resource, rounded up. */
interface UsualBytes {
  /** Received bytes: the service's JSON, unpacked. Browsers hide the length of cross-origin responses. */
  readonly received: number
  /** Bytes on this device, where the engine stores it packed. Readers see this size before they download. */
  readonly stored: number
}

/** Figures of the sandbox, whose translations, tafsirs and mushafs are as large as those of the live service. */
const usual: Readonly<Record<KnownResourceGroup, UsualBytes>> = {
  articles: { received: 50_000, stored: 20_000 },
  chapter_recitations: { received: 50_000, stored: 12_000 },
  mushafs: { received: 24_000_000, stored: 7_700_000 },
  quran_core: { received: 3_400_000, stored: 2_000_000 },
  recitations: { received: 2_100_000, stored: 1_700_000 },
  tafsirs: { received: 12_100_000, stored: 10_200_000 },
  translations: { received: 3_400_000, stored: 2_000_000 },
  word_by_word_translations: { received: 16_000_000, stored: 7_700_000 },
  word_by_word_transliterations: { received: 14_000_000, stored: 6_500_000 },
}

/** For groups that this version does not know. */
const elsewhere: UsualBytes = { received: 4_000_000, stored: 2_000_000 }

export function usualBytes({ group }: ResourceRef): UsualBytes {
  const known: Readonly<Record<string, UsualBytes>> = usual
  // `constructor` is a valid name of a group.
  return Object.hasOwn(known, group) ? known[group]! : elsewhere
}
