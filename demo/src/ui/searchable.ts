import { normalize } from 'waraq/search'

/** Letters only, as the search takes them: "al baqarah" finds Al-Baqarah, "yildirim" Yıldırım. */
export function searchable(text: string): string {
  return normalize(text).replaceAll(/[\p{P}\s]/gu, '')
}
