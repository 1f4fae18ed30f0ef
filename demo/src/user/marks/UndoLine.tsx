import { useObservable, useWords } from '../../ui/hooks.ts'
import { said, undoLast } from '../../ui/said.ts'

/** Offers to take the last removal back, in a sheet that covers the page's own offer. */
export function UndoLine() {
  const words = useWords()
  const { text, undo } = useObservable(said)
  if (!undo) return null
  return (
    <p className="undo-line">
      <span>{text}</span>
      <button type="button" className="button" data-testid="undo-here" onClick={undoLast}>
        {words.undo}
      </button>
    </p>
  )
}
