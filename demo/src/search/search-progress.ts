import type { SearchStatus } from '@waraq/search/page'

/** How much of what is searched is in the index, from 0 to 1; null once all of it is. */
export function indexedShare({ state, resources }: Pick<SearchStatus, 'state' | 'resources'>): number | null {
  if (state === 'starting') return 0
  const rows = resources.reduce((sum, each) => sum + each.rows, 0)
  const indexed = resources.reduce((sum, each) => sum + Math.min(each.indexed, each.rows), 0)
  if (state === 'ready' || rows === 0) return null
  return indexed / rows
}

/** Letters of a language that is written from right to left, in the first word that tells. */
export function directionOf(text: string): 'ltr' | 'rtl' | 'auto' {
  const strong = /[\p{L}]/u.exec(text)?.[0]
  if (strong === undefined) return 'auto'
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(strong)
    ? 'rtl'
    : 'ltr'
}
