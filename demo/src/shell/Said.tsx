import { useEffect, useState } from 'react'
import { useObservable, useWords } from '../ui/hooks.ts'
import { CloseIcon } from '../ui/PlayerIcons.tsx'
import { clearSaid, said, undoLast } from '../ui/said.ts'

const briefMs = 4_000
/** Long enough to read the text and to reach the button. */
const undoMs = 10_000

/**
 * Announces outcomes. The live regions stay in the page, because screen readers announce what appears in them.
 *
 * A failure is also visible. So is an outcome that the page does not show otherwise, for a moment, with a button that takes
 * it back if that is possible. The page's only alert is about the reader itself (`SyncState`), so a failed mutation is
 * announced immediately by a region without that role.
 */
export function Said({ page }: { readonly page: string }) {
  const words = useWords()
  const now = useObservable(said)
  const { text, isProblem, isBrief = false, undo } = now
  // The text stays while its button has the pointer or the focus.
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isBrief || isHeld) return undefined
    const timer = setTimeout(clearSaid, undo ? undoMs : briefMs)
    return () => clearTimeout(timer)
  }, [now, isBrief, isHeld, undo])
  useEffect(() => setHeld(false), [undo])
  // A failure belongs to the page where it was shown.
  useEffect(() => () => void (said.get().isProblem && clearSaid()), [page])
  return (
    <>
      <div className={isBrief ? 'said' : 'visually-hidden'}>
        <p role="status" data-testid="said">
          {isProblem ? null : text}
        </p>
        {undo && (
          <button
            type="button"
            className="said-undo"
            aria-keyshortcuts="Control+Z"
            title="Ctrl+Z"
            data-testid="undo"
            onPointerEnter={() => setHeld(true)}
            onPointerLeave={() => setHeld(false)}
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
            onClick={undoLast}
          >
            {words.undo}
          </button>
        )}
      </div>
      <div aria-live="assertive" className="said-problem">
        {isProblem && (
          <div className="problem">
            <p>{text}</p>
            <button type="button" className="icon-button" aria-label={words.hide} onClick={clearSaid}>
              <CloseIcon />
            </button>
          </div>
        )}
      </div>
    </>
  )
}
