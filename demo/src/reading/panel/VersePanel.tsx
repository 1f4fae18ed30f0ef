import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Choice } from '../../ui/Choice.tsx'
import { useUserModule, useWords } from '../../ui/hooks.ts'
import { Modal } from '../../ui/Modal.tsx'
import { CloseIcon } from '../../ui/PlayerIcons.tsx'
import { useMedia } from '../../ui/use-media.ts'
import { useOverlayEntry } from '../../ui/use-overlay-entry.ts'
import { useChapterName } from '../use-chapter-name.ts'
import { displayVerse } from '../verse-name.ts'
import { TafsirView } from './TafsirView.tsx'
import { VerseActions } from './VerseActions.tsx'
import { WordsView } from './WordsView.tsx'
import { resourceKey } from '@waraq/protocol'
import { sideBySide } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useLabels } from '../labels.ts'
import { refsOf } from '../shown-translations.ts'
import { useReadingSources } from '../use-reading-sources.ts'
import { Translation } from '../verse/Translation.tsx'
import { Missing } from './Missing.tsx'

/** The width from which text and panel fit next to each other. `styles/reading-panel.css` has the same value. */
const besideQuery = '(width >= 75rem)'

type View = 'translations' | 'tafsir' | 'words' | 'notes'

const atOnce = (action: () => void) => action()

interface PanelProps {
  readonly verseKey: string
  /** Whether the screen does not show translations itself. */
  readonly withTranslations?: boolean
  readonly onClose: () => void
}

function Sheet(props: {
  readonly labelledBy: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { labelledBy, onClose, children } = props
  return (
    <Modal className="verse-panel sheet" labelledBy={labelledBy} testId="verse-panel" onClose={onClose}>
      <div className="sheet-content">{children}</div>
    </Modal>
  )
}

/** The panel next to the text, which can still be read and used. */
function Aside(props: {
  readonly labelledBy: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const { labelledBy, onClose, children } = props
  return (
    <aside
      className="verse-panel beside"
      aria-labelledby={labelledBy}
      data-testid="verse-panel"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      {children}
    </aside>
  )
}

function PanelHead(props: { readonly id: string; readonly title: string; readonly onClose: () => void }) {
  const { id, title, onClose } = props
  const words = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  // Keyboard and screen reader continue in the panel.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  return (
    <header className="panel-head">
      <h2 id={id} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      <button
        type="button"
        className="icon-button"
        aria-label={words.reading.closePanel}
        data-testid="panel-close"
        onClick={onClose}
      >
        <CloseIcon />
      </button>
    </header>
  )
}

export function VersePanel({ verseKey, withTranslations = false, onClose }: PanelProps) {
  const words = useWords()
  const chapterName = useChapterName()
  const titleId = useId()
  const isBeside = useMedia(besideQuery)
  const Notes = useUserModule()?.NotesView
  const views: readonly View[] = [
    ...(withTranslations ? (['translations'] as const) : []),
    'tafsir',
    'words',
    ...(Notes ? (['notes'] as const) : []),
  ]
  const [view, setView] = useState<View>(views[0]!)
  const { close, closeThen } = useOverlayEntry('sheet', verseKey, { hasRoom: isBeside, onClose })
  const Frame = isBeside ? Aside : Sheet
  return (
    <Frame labelledBy={titleId} onClose={close}>
      <PanelHead id={titleId} title={displayVerse(verseKey, chapterName, words)} onClose={close} />
      {/* A sheet would cover the player, and the verses to choose. */}
      <VerseActions verseKey={verseKey} uncover={isBeside ? atOnce : closeThen} />
      <Choice
        legend={words.reading.views}
        hideLegend
        options={views.map((each) => ({ value: each, label: words.reading.view[each] }))}
        value={view}
        onChange={setView}
      />
      {view === 'translations' && <TranslationsView key={verseKey} verseKey={verseKey} />}
      {view === 'tafsir' && <TafsirView key={verseKey} verseKey={verseKey} />}
      {view === 'words' && <WordsView key={verseKey} verseKey={verseKey} />}
      {view === 'notes' && Notes && <Notes key={verseKey} verseKey={verseKey} />}
    </Frame>
  )
}

/** The translations of one verse, for pages that show only the Arabic text. */
function TranslationsView({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const labelOf = useLabels()
  const { of, translations } = useReadingSources()
  const { data: value } = useLiveQuery(
    sideBySide({ translations: refsOf(translations) }, { from: verseKey, to: verseKey }),
    { keepPrevious: true },
  )
  if (of && translations.length === 0) return <Missing text={words.reading.noTranslation} />
  return (
    <div className="panel-view">
      {value?.[0]?.translations.map((each) => (
        <Translation key={resourceKey(each.ref)} of={each.ref} verse={each.verse} labelOf={labelOf} named />
      ))}
    </div>
  )
}
