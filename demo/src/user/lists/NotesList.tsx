import { useUserQuery } from 'waraq/react'
import { allNotes, type StoredNote } from 'waraq/user'
import { useDeferredValue, useState } from 'react'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { chapterOf, displayRange, numberOf, rangeIn } from '../../reading/verse-name.ts'
import { chapterHref } from '../../routes/route.ts'
import { download } from '../../ui/download.ts'
import { localDate } from '../../ui/local-date.ts'
import { useWords } from '../../ui/hooks.ts'
import { searchable } from '../../ui/searchable.ts'
import { NoteItem } from '../notes/NoteItem.tsx'
import { notesAsMarkdown, notesAsText } from '../notes/notes-text.ts'
import { useNoteText } from '../notes/use-note-text.ts'
import { useAgo } from '../use-ago.ts'
import { useSome } from '../use-some.ts'
import { useUserWords } from '../words/user-words.ts'
import { ListTools, More, useOrder } from './ListTools.tsx'

/** Links to the verses that a note is about, and when it was written. */
function About({ ranges, createdAt }: Pick<StoredNote, 'ranges' | 'createdAt'>) {
  const words = useWords()
  const chapterName = useChapterName()
  const ago = useAgo()
  return (
    <p className="note-about">
      {ranges.map((range) => {
        const verses = rangeIn(range)
        return (
          <a key={range} href={chapterHref(chapterOf(verses.from), numberOf(verses.from))}>
            {displayRange(verses, chapterName, words)}
          </a>
        )
      })}
      {createdAt !== null && <span className="hint">{ago(createdAt)}</span>}
    </p>
  )
}

/** Saves these notes as a file, in one of two forms. */
function NotesExport({ notes }: { readonly notes: readonly StoredNote[] }) {
  const words = useUserWords().notes
  const textOf = useNoteText()
  const save = (ending: 'md' | 'txt') => {
    const [write, type] = ending === 'md' ? [notesAsMarkdown, 'text/markdown'] : [notesAsText, 'text/plain']
    download(`waraq-notes-${localDate()}.${ending}`, type, write(words.title, notes.map(textOf)))
  }
  return (
    <div className="note-actions">
      <button type="button" className="button" data-testid="notes-text" onClick={() => save('txt')}>
        {words.asText}
      </button>
      <button type="button" className="button" data-testid="notes-markdown" onClick={() => save('md')}>
        {words.asMarkdown}
      </button>
    </div>
  )
}

export function NotesList() {
  const words = useUserWords()
  const order = useOrder()
  const search = useState('')
  const wanted = searchable(useDeferredValue(search[0]))
  const textOf = useNoteText()
  const { data = [], isPending } = useUserQuery(allNotes({}, order[0]))
  // Also finds notes by the names of their verses.
  const found = data.filter((note) => {
    const { about, body } = textOf(note)
    return wanted === '' || searchable(`${body} ${about}`).includes(wanted)
  })
  const { some, more } = useSome(found)
  if (isPending) return null
  if (data.length === 0) return <p className="hint">{words.notes.empty}</p>
  return (
    <>
      <ListTools count={data.length} order={order} search={search} label={words.lists.searchNotes} />
      <p className={found.length === 0 ? 'hint' : 'visually-hidden'} role="status">
        {found.length === 0 ? words.lists.none : words.notesHere(found.length)}
      </p>
      <ul className="notes" aria-label={words.notes.title}>
        {some.map((note) => (
          <NoteItem key={note.key} note={note}>
            <About {...note} />
          </NoteItem>
        ))}
      </ul>
      <More more={more} />
      {found.length > 0 && <NotesExport notes={found} />}
    </>
  )
}
