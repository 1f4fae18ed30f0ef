import { useVerseMarks } from '@waraq/react/user'
import type { ReactNode } from 'react'
import { NoteIcon } from '../UserIcons.tsx'
import { useUserWords } from '../words/user-words.ts'

/** The sign of a verse's notes, in the button that opens them. Its words come after those of the button. */
export function VerseSign({
  verseKey,
  children,
}: {
  readonly verseKey: string
  readonly children: ReactNode
}) {
  const words = useUserWords()
  const { notes } = useVerseMarks(verseKey)
  if (notes.length === 0) return children
  return (
    <i
      className="note-sign"
      role="img"
      aria-label={words.notesHere(notes.length)}
      data-testid={`noted-${verseKey}`}
    >
      <NoteIcon />
    </i>
  )
}
