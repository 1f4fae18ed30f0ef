import { resourceKey, type ResourceRef } from '@waraq/protocol'
import { textLanguage, type TextLanguage, type TranslationVerse } from 'waraq/quran'
import { Fragment, memo, useId, useMemo, useRef, useState, useEffect, type Ref } from 'react'
import type { LabelOf } from '../labels.ts'
import { useWords } from '../../ui/hooks.ts'
import { SafeText } from '../safe-text.tsx'
import { textNodes } from '../text-nodes.ts'
import { unmarkedNotes } from './unmarked-notes.ts'
import { CloseIcon } from '../../ui/PlayerIcons.tsx'

/** One verse in one translation, with footnotes that open below it. */
export const Translation = memo(function Translation(props: {
  readonly of: ResourceRef
  readonly verse: TranslationVerse
  readonly labelOf: LabelOf
  /** Whether the translation's name is shown above the verse. */
  readonly named: boolean
}) {
  const { of, verse, labelOf, named } = props
  const [openNote, setOpenNote] = useState<number | null>(null)
  const noteId = useId()
  const words = useWords()
  const opener = useRef<HTMLButtonElement>(null)
  const resource = resourceKey(of)
  const label = labelOf(resource)
  const language = label.language ?? textLanguage(verse.row.language_name)
  const note = verse.footnotes.find(({ id }) => id === openNote)
  const close = () => {
    opener.current?.focus({ preventScroll: true })
    setOpenNote(null)
  }
  const unmarked = useMemo(
    () =>
      verse.footnotes.length > 0 ? unmarkedNotes(verse, textNodes(verse.text), words.figures.number) : [],
    [verse, words],
  )
  const markOf = (id: number, mark: string) => (
    <FootnoteMark
      ref={openNote === id ? opener : undefined}
      mark={mark}
      open={openNote === id}
      controls={noteId}
      onToggle={() => setOpenNote(openNote === id ? null : id)}
    />
  )
  return (
    <div
      className="translation"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !note) return
        event.stopPropagation()
        close()
      }}
    >
      {named && (
        <p className="translation-name" dir={language.direction}>
          <bdi>{label.name}</bdi>
        </p>
      )}
      <div
        className="verse-translation"
        data-testid="verse-translation"
        data-resource={resource}
        lang={language.tag}
        dir={language.direction}
      >
        <SafeText
          html={verse.text}
          dir={language.direction}
          renderMark={(id, mark) =>
            verse.footnotes.some((known) => known.id === id) ? markOf(id, mark) : <sup>{mark}</sup>
          }
        />
        {unmarked.map((each) => (
          <Fragment key={each.note.id}> {markOf(each.note.id, each.mark)}</Fragment>
        ))}
      </div>
      {note && <Footnote key={note.id} id={noteId} html={note.text} language={language} onClose={close} />}
    </div>
  )
})

/** An open note. It takes the focus, so that a screen reader reads it next. */
function Footnote(props: {
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

function FootnoteMark(props: {
  readonly mark: string
  readonly open: boolean
  readonly controls: string
  readonly onToggle: () => void
  readonly ref?: Ref<HTMLButtonElement> | undefined
}) {
  const words = useWords()
  return (
    <sup>
      <button
        ref={props.ref}
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
