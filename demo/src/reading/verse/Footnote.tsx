import type { TextLanguage } from '@waraq/reader/catalogue'
import { useEffect, useRef } from 'react'
import { useWords } from '../../ui/hooks.ts'
import { CloseIcon } from '../../ui/PlayerIcons.tsx'
import { SafeText } from '../safe-text.tsx'

/** An open note. It takes the focus, so that a screen reader reads it next. */
export function Footnote(props: {
  readonly id: string
  readonly html: string
  readonly language: TextLanguage
  readonly onClose: () => void
}) {
  const { id, html, language, onClose } = props
  const words = useWords()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus({ preventScroll: true }), [id])
  return (
    <div className="footnote" id={id} role="note" tabIndex={-1} ref={note}>
      <div lang={language.tag} dir={language.direction}>
        <SafeText html={html} dir={language.direction} linked />
      </div>
      <button type="button" className="icon-button" aria-label={words.reading.closeNote} onClick={onClose}>
        <CloseIcon />
      </button>
    </div>
  )
}
