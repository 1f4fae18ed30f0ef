import type { StoredNote } from 'waraq/user'
import type { ReactNode } from 'react'
import { useWords } from '../../ui/hooks.ts'
import { said } from '../../ui/said.ts'
import { Pending } from '../Pending.tsx'
import { useMutation } from '../use-mutation.ts'
import { leaveControl, useRemoval } from '../use-removal.ts'
import { useUserWords } from '../words/user-words.ts'
import { setDraft, useDraft } from './drafts.ts'
import { NoteField } from './NoteField.tsx'
import { noteAsText } from './notes-text.ts'
import { useNoteLimits } from './use-note-limits.ts'
import { useNoteText } from './use-note-text.ts'

/** A note, to read or to edit. `children`: what it is about, if the page does not show that already. */
export function NoteItem({ note, children }: { readonly note: StoredNote; readonly children?: ReactNode }) {
  const words = useUserWords().notes
  const mutate = useMutation()
  const remove = useRemoval()
  const { fits } = useNoteLimits()
  const draft = useDraft(note.key)
  const change = (text: string | null) => setDraft(note.key, text)
  const textOf = useNoteText()
  const { copied } = useWords().reading
  const copy = async () => {
    const came = await navigator.clipboard.writeText(noteAsText(textOf(note))).then(
      () => 'text' as const,
      () => 'failed' as const,
    )
    said.set({ text: copied[came], isProblem: came === 'failed', isBrief: came === 'text' })
  }
  const save = async () => {
    if (draft === null) return
    if (draft === note.body || (await mutate((user) => user.notes.edit(note.key, draft), words.saved)))
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
            {children !== undefined && (
              <button type="button" className="button" data-testid="note-copy" onClick={() => void copy()}>
                {words.copy}
              </button>
            )}
            <button
              type="button"
              className="button"
              data-testid="note-delete"
              onClick={() => {
                leaveControl()
                void remove((user) => user.notes.delete(note.key), words.deleted)
              }}
            >
              {words.delete}
            </button>
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
