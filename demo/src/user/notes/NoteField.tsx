import { useId } from 'react'
import { useUserWords } from '../words/user-words.ts'
import { useNoteLimits } from './use-note-limits.ts'

/** The text field of a note. */
export function NoteField(props: {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly autoFocus?: boolean
  readonly onChange: (value: string) => void
}) {
  const { label, value, placeholder, autoFocus = false, onChange } = props
  const words = useUserWords().notes
  const hint = useId()
  const { least, most } = useNoteLimits()
  return (
    <label className="note-field">
      <span className="field-name">{label}</span>
      <textarea
        className="field"
        rows={4}
        dir={value === '' ? undefined : 'auto'}
        maxLength={most}
        placeholder={placeholder}
        autoFocus={autoFocus}
        aria-describedby={hint}
        value={value}
        data-testid="note-text"
        onChange={({ target }) => onChange(target.value)}
      />
      <span className="hint" id={hint}>
        {words.length(least, most)}
      </span>
    </label>
  )
}
