/** Letters only: "al baqarah" finds Al-Baqarah, and vowel signs do not matter. */
export function searchable(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{P}\s]/gu, '')
    .toLowerCase()
}
