import type { MushafWordRow } from '@waraq/protocol'
import type { MushafPage } from 'waraq/quran'
import { isEnd } from './arabic-text.ts'

/** A word of a page as it is shown. */
export interface PageWord {
  readonly text: string
  /** Null where the mushaf does not say. */
  readonly verseKey: string | null
  readonly position: number | null
  /** How many words its verse has; null where the verse does not end on this page. */
  readonly ofWords: number | null
  /** The mark at the end of a verse. */
  readonly isEnd: boolean
}

/** A block of a page, from top to bottom: a line, or the heading of a chapter that begins there. */
export type PageBlock =
  | { readonly kind: 'line'; readonly words: readonly PageWord[] }
  | { readonly kind: 'heading'; readonly chapter: number }

function beginsChapter(verseKey: string | null, last: string | null): number | null {
  if (verseKey === null || verseKey === last || !verseKey.endsWith(':1')) return null
  return Number(verseKey.slice(0, verseKey.indexOf(':')))
}

function pageWord(row: MushafWordRow, verseKey: string | null, ofWords: number | null): PageWord {
  return {
    text: row.text ?? '',
    verseKey,
    position: row.position_in_verse ?? null,
    ofWords,
    isEnd: isEnd(row),
  }
}

/**
 * A heading stands before the first word of its chapter, and splits a line in two if the chapter begins within it. A verse
 * that continues from the page before gets no heading here.
 */
export function blocksOf({ lines, words }: Pick<MushafPage, 'lines' | 'words'>): PageBlock[] {
  const verseOf = new Map(words.map(({ word, verseKey }) => [word, verseKey]))
  // The mark at a verse's end stands after its last word.
  const countOf = new Map(
    words.flatMap(({ word, verseKey }) =>
      isEnd(word) && word.position_in_verse ? [[verseKey, word.position_in_verse - 1]] : [],
    ),
  )
  const blocks: PageBlock[] = []
  let last: string | null = null
  for (const line of lines) {
    let current: PageWord[] = []
    for (const row of line.words) {
      const verseKey = verseOf.get(row) ?? null
      const chapter = beginsChapter(verseKey, last)
      last = verseKey
      if (chapter !== null && (row.position_in_verse ?? 1) === 1) {
        if (current.length > 0) blocks.push({ kind: 'line', words: current })
        blocks.push({ kind: 'heading', chapter })
        current = []
      }
      current.push(pageWord(row, verseKey, countOf.get(verseKey) ?? null))
    }
    if (current.length > 0) blocks.push({ kind: 'line', words: current })
  }
  return blocks
}

/** Which page a swipe turns to, as in a book that is read from the right; null where the movement is no swipe. */
export function swipeOf(dx: number, dy: number, ms: number): 'next' | 'previous' | null {
  if (ms > 800 || Math.abs(dx) < 50 || Math.abs(dx) < 2 * Math.abs(dy)) return null
  return dx > 0 ? 'next' : 'previous'
}

/**
 * The pages that are shown together: the page alone, or the two that face each other in the printed book, where the odd one
 * is on the right.
 */
export function spreadOf(page: number, pages: number, facing: boolean): readonly number[] {
  if (!facing) return [page]
  const right = page % 2 === 0 ? page - 1 : page
  return right < pages ? [right, right + 1] : [right]
}

/** The first page of the next spread or the one before; null where the mushaf has none. */
export function pageAfter(
  turn: 'next' | 'previous',
  page: number,
  pages: number,
  facing: boolean,
): number | null {
  const spread = spreadOf(page, pages, facing)
  const wanted = turn === 'next' ? spread.at(-1)! + 1 : spread[0]! - (facing ? 2 : 1)
  return wanted < 1 || wanted > pages ? null : wanted
}

/** How a key turns the page. The next one lies on the left. */
export function turnOfKey(key: string): 'next' | 'previous' | null {
  return key === 'ArrowLeft' ? 'next' : key === 'ArrowRight' ? 'previous' : null
}
