import { allNotes, type StoredNote } from '../../../user/view/note-queries.ts'
import { useMemo } from 'react'
import type { LiveResult } from '../../../app/live-result.ts'
import { chapterOf, useMarks } from './use-marks.ts'
import { useUserQuery } from './use-user-query.ts'
import { versesIn } from './verse-marks.ts'

/**
 * The notes about a surah, by its number, or about verses of one, such as `2:255` or `2:255-2:257`; these are read with the
 * surah's marks. Without an argument: all notes, sorted by their first verse.
 */
export function useNotes(about?: number | string): LiveResult<readonly StoredNote[]> {
  const all = useUserQuery(about === undefined ? allNotes() : null)
  const chapter = about === undefined ? null : typeof about === 'number' ? about : chapterOf(about)
  const marks = useMarks(chapter)
  const those = useMemo(() => {
    const { data } = marks
    if (!data) return { ...marks, data: undefined }
    const verses = typeof about === 'string' ? versesIn(rangeOf(about), chapter!) : [...data.keys()]
    const notes = verses.flatMap((verseKey) => data.get(verseKey)?.notes ?? [])
    return { ...marks, data: [...new Set(notes)] }
  }, [marks, about, chapter])
  return about === undefined ? all : those
}

const rangeOf = (about: string) => (about.includes('-') ? about : `${about}-${about}`)
