import { useFavorite, useVerseMarks } from 'waraq/react'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { NoteIcon, StarIcon } from '../UserIcons.tsx'
import { useUserWords } from '../words/user-words.ts'

/** Small signs above the mark at a verse's end. They take no space from the line. */
export function MushafMarks({ verseKey, id }: { readonly verseKey: string; readonly id: string }) {
  const words = useUserWords()
  const { figures } = useWords()
  const { spoken } = useSettings()
  const { on } = useFavorite(verseKey)
  const { notes, highlight } = useVerseMarks(verseKey)
  if (!on && notes.length === 0 && !highlight) return null
  const reported = [
    ...(on ? [words.favorited] : []),
    ...(highlight ? [words.highlighted(highlight.color)] : []),
    ...(notes.length > 0 ? [words.notesHere(notes.length)] : []),
  ]
  return (
    <span className="mushaf-marks" data-testid={`marks-${verseKey}`}>
      {on && <StarIcon filled />}
      {highlight && <i className="swatch" data-color={highlight.color} />}
      {notes.length > 0 && <NoteIcon />}
      <span className="visually-hidden" id={id} lang={spoken}>
        {figures.list(reported)}
      </span>
    </span>
  )
}
