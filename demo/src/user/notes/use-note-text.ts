import type { StoredNote } from 'waraq/user'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { displayRange, rangeIn } from '../../reading/verse-name.ts'
import { useWords } from '../../ui/hooks.ts'
import type { NoteText } from './notes-text.ts'

/** Returns a function that puts a note into words. */
export function useNoteText(): (note: StoredNote) => NoteText {
  const words = useWords()
  const chapterName = useChapterName()
  return ({ ranges, createdAt, body }) => {
    const places = ranges.map((range) => displayRange(rangeIn(range), chapterName, words))
    return {
      about: words.figures.list(places),
      day: createdAt === null ? null : words.figures.day(createdAt),
      body,
    }
  }
}
