import { useId, useState } from 'react'
import type { VerseTranslation } from '../../reading/chapter-content.ts'
import { textLanguage, type TextLanguage } from '../../reading/languages.ts'
import { SafeHtml } from '../../reading/safe-html.tsx'
import { useWords } from '../../ui/hooks.ts'

export interface TranslationLabel {
  readonly name: string
  readonly language: TextLanguage
}

/** One verse in one translation, with footnotes that open below it. */
export function Translation(props: {
  readonly translation: VerseTranslation
  readonly label: TranslationLabel | undefined
  readonly named: boolean
}) {
  const { translation, label, named } = props
  const { row, resource } = translation
  const [openNote, setOpenNote] = useState<number | null>(null)
  const noteId = useId()
  const language = label?.language ?? textLanguage(row.language_name ?? '')
  const notes = row.foot_notes ?? []
  const note = notes.find(({ id }) => id === openNote)
  return (
    <div className="translation">
      {named && <p className="translation-name">{label?.name ?? resource}</p>}
      <p
        className="verse-translation"
        data-testid="verse-translation"
        data-resource={resource}
        lang={language.tag}
        dir={language.direction}
      >
        <SafeHtml
          html={row.text}
          renderMark={(id, mark) =>
            notes.some((known) => known.id === id) ? (
              <FootnoteMark
                mark={mark}
                open={openNote === id}
                controls={noteId}
                onToggle={() => setOpenNote(openNote === id ? null : id)}
              />
            ) : (
              <sup>{mark}</sup>
            )
          }
        />
      </p>
      {note && (
        <p className="footnote" id={noteId} role="note" lang={language.tag} dir={language.direction}>
          <SafeHtml html={note.text} />
        </p>
      )}
    </div>
  )
}

function FootnoteMark(props: {
  readonly mark: string
  readonly open: boolean
  readonly controls: string
  readonly onToggle: () => void
}) {
  const words = useWords()
  return (
    <sup>
      <button
        type="button"
        className="footnote-mark"
        aria-expanded={props.open}
        aria-controls={props.open ? props.controls : undefined}
        aria-label={words.chapter.footnote(props.mark)}
        onClick={props.onToggle}
      >
        {props.mark}
      </button>
    </sup>
  )
}
