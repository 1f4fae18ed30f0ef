import type { SideBySideVerse } from 'waraq/quran'

/** Verses of the address that were read before the page could show them, by the key of their query. */
const early = new Map<string, readonly SideBySideVerse[]>()

export function keepEarly(key: string, verses: readonly SideBySideVerse[]): void {
  early.set(key, verses)
}

/** Returns such verses until they are shown. */
export function earlyVerses(key: string): readonly SideBySideVerse[] | undefined {
  return early.get(key)
}

/** Called when the verses are shown. A component that shows them later reads the current library. */
export function forgetEarly(key: string): void {
  early.delete(key)
}
