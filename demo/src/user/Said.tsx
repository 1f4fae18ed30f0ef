import { useObservable } from '../ui/hooks.ts'
import { CloseIcon } from '../ui/PlayerIcons.tsx'
import { said } from './said.ts'
import { useUserWords } from './words/user-words.ts'

/**
 * The live regions stay in the page: screen readers announce what appears in them. A failure is seen, too. The page's one
 * alert is about the reader itself (`SyncState`), so a failed act is told at once by a region without that role.
 */
export function Said() {
  const words = useUserWords()
  const { text, isProblem } = useObservable(said)
  return (
    <>
      <p className="visually-hidden" role="status" data-testid="said">
        {isProblem ? null : text}
      </p>
      <div aria-live="assertive" className="said-problem">
        {isProblem && (
          <div className="problem">
            <p>{text}</p>
            <button
              type="button"
              className="icon-button"
              aria-label={words.close}
              onClick={() => said.set({ text: null, isProblem: false })}
            >
              <CloseIcon />
            </button>
          </div>
        )}
      </div>
    </>
  )
}
