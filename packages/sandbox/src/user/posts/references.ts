import { parseVerseRange, type ReferenceItem } from '@waraq/protocol/user'
import { invalidRequest } from '../parts/refusal.ts'
import { lengthOf, spanOf, verseCount, verseOf, type VerseSpan } from '../parts/verse-index.ts'

/** Verses of one chapter that a post is about. */
export interface StoredReference extends ReferenceItem {
  readonly id: string
  readonly span: VerseSpan
}

/** The verses of a chapter, or undefined if there is no such chapter. */
export function spanOfChapter(chapterId: number): VerseSpan | undefined {
  const first = verseOf(`${chapterId}:1`)
  const next = verseOf(`${chapterId + 1}:1`)
  return first && { from: first.id, to: (next?.id ?? verseCount + 1) - 1 }
}

/**
 * The verses of a reference; 0 to 0 is the complete chapter. Undefined if there are none, or if the range ends before it
 * starts.
 */
export function spanOfReference({ chapterId, from, to }: ReferenceItem): VerseSpan | undefined {
  if (from === 0 && to === 0) return spanOfChapter(chapterId)
  const first = verseOf(`${chapterId}:${from}`)
  const last = verseOf(`${chapterId}:${to}`)
  return first && last && first.id <= last.id ? { from: first.id, to: last.id } : undefined
}

/** @throws {Refusal} 400, as documented for the references of a post */
export function storedReference({ chapterId, from, to }: ReferenceItem, id: string): StoredReference {
  const span = spanOfReference({ chapterId, from, to })
  if (!span) throw invalidRequest(`There are no verses ${from} to ${to} of chapter ${chapterId}.`)
  return { id, chapterId, from, to, span }
}

/**
 * Splits a range such as `2:285-3:2` into references, each in one chapter.
 * @throws {Refusal} 422 if an end is not a verse, or if the range ends before it starts
 */
export function referencesOfRange(range: string): ReferenceItem[] {
  spanOf(range)
  const { from, to } = parseVerseRange(range)!
  return Array.from({ length: to.chapter - from.chapter + 1 }, (_, index) => {
    const chapterId = from.chapter + index
    return {
      chapterId,
      from: chapterId === from.chapter ? from.verse : 1,
      to: chapterId === to.chapter ? to.verse : lengthOf(spanOfChapter(chapterId)!),
    }
  })
}
