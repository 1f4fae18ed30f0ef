import type { KeptNote } from 'waraq/user'
import type { ReactNode } from 'react'
import { Pending } from '../Pending.tsx'
import { Sure } from '../Sure.tsx'
import { useAct } from '../use-act.ts'
import { useUserWords } from '../words/user-words.ts'
import { setDraft, useDraft } from './drafts.ts'
import { NoteField } from './NoteField.tsx'
import { useNoteLimits } from './use-note-limits.ts'

/** A note as it is read, or while it is changed. `children`: what it is about, where that is not seen already. */
export function NoteItem({ note, children }: { readonly note: KeptNote; readonly children?: ReactNode }) {
  const words = useUserWords().notes
  const act = useAct()
  const { fits } = useNoteLimits()
  const draft = useDraft(note.key)
  const change = (text: string | null) => setDraft(note.key, text)
  const save = async () => {
    if (draft === null) return
    if (draft === note.body || (await act((user) => user.notes.edit(note.key, draft), words.saved)))
      change(null)
  }
  return (
    <li className="note" data-testid="note" data-note={note.key}>
      {children}
      {draft === null ? (
        <p className="note-body" dir="auto">
          {note.body}
        </p>
      ) : (
        <NoteField label={words.text} value={draft} onChange={change} autoFocus />
      )}
      <Pending of={note} />
      <div className="note-actions">
        {draft === null ? (
          <>
            <button
              type="button"
              className="button"
              data-testid="note-edit"
              onClick={() => change(note.body)}
            >
              {words.edit}
            </button>
            <Sure
              label={words.delete}
              question={words.sure}
              yes={words.deleteIt}
              no={words.cancel}
              testId="note-delete"
              onSure={() => void act((user) => user.notes.delete(note.key), words.deleted)}
            />
          </>
        ) : (
          <>
            <button
              type="button"
              className="button strong"
              disabled={!fits(draft)}
              data-testid="note-save-edit"
              onClick={() => void save()}
            >
              {words.keepEdit}
            </button>
            <button type="button" className="button" onClick={() => change(null)}>
              {words.cancel}
            </button>
          </>
        )}
      </div>
    </li>
  )
}
