import { useEffect, type ReactNode } from 'react'
import { later } from '../shell/later.tsx'
import { useSelectedVerse } from './panel/use-selected-verse.ts'
import { verseElement } from './use-verse-in-view.ts'
import { VerseSelectionContext } from './verse/verse-context.ts'

const VersePanel = later(() => import('./panel/VersePanel.tsx').then((panel) => panel.VersePanel))

/** A text to read, and the panel of the verse that the reader chose in it. */
export function ReadingFrame(props: {
  readonly name: string
  readonly busy: boolean
  /** Whether the panel has to show translations, because the text does not. */
  readonly withTranslations?: boolean
  readonly children: ReactNode
}) {
  const { name, busy, withTranslations = false, children } = props
  const { verseKey, selection, close } = useSelectedVerse()
  useEffect(() => {
    // The panel takes room, so that lines break elsewhere and verses move.
    if (verseKey !== null) verseElement(verseKey)?.scrollIntoView({ block: 'nearest' })
  }, [verseKey])
  return (
    <VerseSelectionContext value={selection}>
      <div className="reading-frame" data-panel={verseKey !== null || undefined}>
        <article className={`reading ${name}`} aria-busy={busy}>
          {children}
        </article>
        {verseKey !== null && (
          <VersePanel verseKey={verseKey} withTranslations={withTranslations} onClose={close} />
        )}
      </div>
    </VerseSelectionContext>
  )
}
