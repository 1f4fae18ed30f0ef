import type { MushafPageRow, MushafWordRow } from '@waraq/contract'
import { pageRange, type ContentStore } from '@waraq/engine'
import { arabicText } from '../sync/kept-resources.ts'

/** The Arabic text of one verse. */
export interface ArabicVerse {
  readonly text: string
  /** The number in the sign at its end. */
  readonly end: string
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** `{"2": "1-5"}` as verse keys in reading order. */
function verseKeys(page: MushafPageRow): string[] {
  const chapters = Object.entries(page.verse_mapping ?? {}).sort(([a], [b]) => Number(a) - Number(b))
  return chapters.flatMap(([chapter, range]) => {
    const [first = 1, last = first] = range.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => `${chapter}:${first + index}`)
  })
}

function verseOf(words: readonly MushafWordRow[]): ArabicVerse {
  const texts = (end: boolean) =>
    words.filter((word) => (word.char_type_name === 'end') === end).map((word) => word.text ?? '')
  return { text: texts(false).join(' '), end: texts(true).join('') }
}

/**
 * The verses of a page by key. Words name their verse by its number in the whole text, pages by chapter and verse; both
 * lists run in reading order, so they go together one by one, and no table of verse counts is needed.
 */
function versesOfPage(page: MushafPageRow, words: readonly MushafWordRow[]): [string, ArabicVerse][] {
  const byVerse = groupBy(words, (word) => word.verse_id ?? 0)
  const keys = verseKeys(page)
  const ids = [...byVerse.keys()].sort((a, b) => a - b)
  // Lists of different lengths cannot be matched; a wrong text would be worse than none.
  if (ids.length !== keys.length) return []
  return keys.map((key, index) => [key, verseOf(byVerse.get(ids[index]!) ?? [])])
}

export async function readPages(store: ContentStore): Promise<readonly MushafPageRow[]> {
  return (await store.rows('mushaf_page', arabicText)).map(({ data }) => data)
}

/** Arabic verses by key, such as `2:255`, of the pages that a chapter is on. Empty until the mushaf has arrived. */
export async function readArabicVerses(
  store: ContentStore,
  pages: readonly MushafPageRow[],
  chapter: number,
): Promise<ReadonlyMap<string, ArabicVerse>> {
  const own = pages.filter(({ verse_mapping: mapping }) => mapping && String(chapter) in mapping)
  if (own.length === 0) return new Map()
  const numbers = own.map((page) => page.page_number)
  const words = await store.rows('mushaf_word', arabicText, {
    from: pageRange(Math.min(...numbers)).from,
    to: pageRange(Math.max(...numbers)).to,
  })
  const byPage = groupBy(
    words.map(({ data }) => data),
    (word) => word.page_number,
  )
  const verses = new Map<string, ArabicVerse>()
  for (const page of own) {
    for (const [key, verse] of versesOfPage(page, byPage.get(page.page_number) ?? [])) {
      const begun = verses.get(key)
      // A verse may run over the end of a page.
      verses.set(key, begun ? { text: `${begun.text} ${verse.text}`, end: begun.end + verse.end } : verse)
    }
  }
  return verses
}
