import { useObservable, useWords } from '../../ui/hooks.ts'
import { hideWords, hiding } from './hiding.ts'

/** Hides the Arabic words, or shows them again. */
export function HidingChoice() {
  return (
    <label className="check-row hiding-choice">
      <span>{useWords().reading.hiding.choice}</span>
      <input
        type="checkbox"
        checked={useObservable(hiding) !== null}
        data-testid="hide-words"
        onChange={({ target }) => hideWords(target.checked)}
      />
    </label>
  )
}
