import { useEffect } from 'react'
import { useWords } from '../../ui/hooks.ts'
import { CloseIcon, CopyIcon, LinkIcon, ShareIcon } from '../../ui/PlayerIcons.tsx'
import { useLightOverlayEntry } from '../../ui/use-overlay-entry.ts'
import { useReportedShare, type Share } from '../sharing/use-share.ts'
import { useChapterName } from '../use-chapter-name.ts'
import { displayRange } from '../verse-name.ts'
import { keptRange, type VerseRange } from './verse-range.ts'

/** The chosen verses, and the actions for all of them. */
export function RangeBar(props: {
  readonly range: VerseRange
  readonly share: Share
  readonly onClose: () => void
}) {
  const { range, share, onClose } = props
  const words = useWords()
  const says = words.reading
  const reported = useReportedShare(share)
  const { close } = useLightOverlayEntry('range', keptRange(range), onClose)
  const name = displayRange(range, useChapterName(), words)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [close])
  return (
    <section className="range-bar" aria-label={says.chosen} data-testid="range-bar">
      <div className="range-words" role="status">
        <p className="range-name">{name}</p>
        {range.from === range.to && <p className="hint">{says.chooseEnd}</p>}
      </div>
      <div className="range-tools">
        <button type="button" className="button" onClick={() => reported('text', range)}>
          <CopyIcon />
          {says.row.copy}
        </button>
        <button type="button" className="button" onClick={() => reported('link', range)}>
          <LinkIcon />
          {says.row.link}
        </button>
        <button type="button" className="button strong" onClick={() => reported('share', range)}>
          <ShareIcon />
          {says.row.share}
        </button>
      </div>
      <button type="button" className="icon-button" aria-label={says.chooseNone} onClick={close}>
        <CloseIcon />
      </button>
    </section>
  )
}
