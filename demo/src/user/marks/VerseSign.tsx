import { useVerseMarks } from 'waraq/react'
import type { ReactNode } from 'react'
import { NoteIcon } from '../UserIcons.tsx'
import { useUserWords } from '../words/user-words.ts'

/** The signs of a verse's notes and highlight, in the button that opens them. Their label comes after that of the button. */
export function VerseSign({
  verseKey,
  children,
}: {
  readonly verseKey: string
  readonly children: ReactNode
}) {
  const words = useUserWords()
  const { notes, highlight } = useVerseMarks(verseKey)
  if (notes.length === 0 && !highlight) return children
  return (
    <>
      {highlight && (
        <i
          className="swatch"
          role="img"
          aria-label={words.highlighted(highlight.color)}
          data-color={highlight.color}
          data-testid={`highlighted-${verseKey}`}
        />
      )}
      {notes.length > 0 && (
        <i
          className="note-sign"
          role="img"
          aria-label={words.notesHere(notes.length)}
          data-testid={`noted-${verseKey}`}
        >
          <NoteIcon />
        </i>
      )}
    </>
  )
}
