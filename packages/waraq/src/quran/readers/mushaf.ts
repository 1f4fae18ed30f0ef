import type { MushafPageRow, MushafRow, MushafWordRow } from '@waraq/protocol'
import { checkPage, checkRef, checkVerseKey, type RefTo } from './arguments.ts'
import { linesOf, type MushafLine } from './mushaf-lines.ts'
import { keysOnPage, mushafPageRow } from './mushaf-pages.ts'
import { firstPageOf, verseOfWord, wordsOfVerses, wordsOnPages } from './mushaf-words.ts'
import { query, queryKey, writtenRef, type Query } from './query.ts'
import { keyOf, type VerseKey } from './verse-key.ts'

export interface MushafPageWord {
  /** The word's verse; null if the row does not name it. */
  readonly verseKey: VerseKey | null
  readonly word: MushafWordRow
}

export interface MushafPage {
  readonly page: number
  /** The row of the page, if the mushaf has one. */
  readonly row: MushafPageRow | undefined
  readonly lines: readonly MushafLine[]
  /** Verses on the page, in order. */
  readonly verseKeys: readonly VerseKey[]
  /** All words with a place on the page, in reading order. A word's text is as in the row and may be null. */
  readonly words: readonly MushafPageWord[]
}

/** Reads the mushaf's own row: name, pages, lines a page, font, qirat. */
export function mushafInfo(ref: RefTo<'mushafs'>): Query<MushafRow | undefined> {
  const resource = checkRef(ref)
  return query(queryKey('mushafInfo', writtenRef(resource)), async (view) => {
    const [row] = await view.rows('mushaf', resource)
    return row?.data
  })
}

function pageOf(page: number, row: MushafPageRow | undefined, rows: readonly MushafWordRow[]): MushafPage {
  const words = rows.map((word) => {
    const place = verseOfWord(word)
    return { verseKey: place === undefined ? null : keyOf(place), word }
  })
  const listed = row ? keysOnPage(row) : []
  const named = words.flatMap(({ verseKey }) => verseKey ?? [])
  const verseKeys = listed.length > 0 ? listed : [...new Set(named)]
  return { page, row, lines: linesOf(rows), verseKeys, words }
}

/** Reads a page with its words, line by line and in reading order. Undefined if the mushaf is absent or lacks the page. */
export function mushafPage(ref: RefTo<'mushafs'>, page: number): Query<MushafPage | undefined> {
  const resource = checkRef(ref)
  checkPage(page)
  return query(queryKey('mushafPage', writtenRef(resource), page), async (view) => {
    const row = await mushafPageRow(view, resource, page)
    const words = await wordsOnPages(view, resource, page)
    return row || words.length > 0 ? pageOf(page, row, words) : undefined
  })
}

/** Finds the page on which a verse starts. */
export function mushafPageOf(ref: RefTo<'mushafs'>, verseKey: VerseKey): Query<number | undefined> {
  const resource = checkRef(ref)
  const place = checkVerseKey(verseKey)
  const key = queryKey('mushafPageOf', writtenRef(resource), verseKey)
  return query(key, async (view) => firstPageOf(view, resource, place))
}

/** Reads the verses that the mushaf lists on a page, in order. */
export function mushafVerses(ref: RefTo<'mushafs'>, page: number): Query<VerseKey[]> {
  const resource = checkRef(ref)
  checkPage(page)
  return query(queryKey('mushafVerses', writtenRef(resource), page), async (view) => {
    const row = await mushafPageRow(view, resource, page)
    return row ? keysOnPage(row) : []
  })
}

/** Reads the words of a verse and the mark at its end, in reading order, even if the verse continues on the next page. */
export function mushafVerseWords(ref: RefTo<'mushafs'>, verseKey: VerseKey): Query<MushafWordRow[]> {
  const resource = checkRef(ref)
  const place = checkVerseKey(verseKey)
  const key = queryKey('mushafVerseWords', writtenRef(resource), verseKey)
  return query(key, async (view) => wordsOfVerses(view, resource, { from: place, to: place }))
}
