import { useNotes } from 'waraq/react'
import { useMutation } from '../use-mutation.ts'
import { useUserWords } from '../words/user-words.ts'
import { setDraft, useDraft } from './drafts.ts'
import { NoteField } from './NoteField.tsx'
import { NoteItem } from './NoteItem.tsx'
import { useNoteLimits } from './use-note-limits.ts'

/** The notes about a verse, and a field for another one. */
export function NotesView({ verseKey }: { readonly verseKey: string }) {
  const words = useUserWords().notes
  const mutate = useMutation()
  const { data: notes } = useNotes(verseKey)
  const { fits } = useNoteLimits()
  const body = useDraft(verseKey) ?? ''
  const save = async () => {
    const ranges = [`${verseKey}-${verseKey}`]
    if (await mutate((user) => user.notes.write({ body, ranges }), words.saved)) setDraft(verseKey, null)
  }
  return (
    <div className="panel-view" data-testid="notes-view">
      {notes?.length === 0 && <p className="hint">{words.none}</p>}
      <ul className="notes">
        {notes?.map((note) => (
          <NoteItem key={note.key} note={note} />
        ))}
      </ul>
      <form
        className="new-note"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <NoteField
          label={words.field}
          placeholder={words.placeholder}
          value={body}
          onChange={(text) => setDraft(verseKey, text || null)}
        />
        <button type="submit" className="button strong" disabled={!fits(body)} data-testid="note-save">
          {words.save}
        </button>
      </form>
    </div>
  )
}
