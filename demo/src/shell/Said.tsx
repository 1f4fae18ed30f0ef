import { useEffect } from 'react'
import { useObservable, useWords } from '../ui/hooks.ts'
import { CloseIcon } from '../ui/PlayerIcons.tsx'
import { said } from '../ui/said.ts'

const briefMs = 4_000
const clear = () => said.set({ text: null, isProblem: false })

/**
 * The live regions stay in the page: screen readers announce what appears in them. A failure is seen, too, and so is what the page
 * does not show otherwise, for a moment. The page's one alert is about the reader itself (`SyncState`), so a failed act is told at
 * once by a region without that role.
 */
export function Said({ page }: { readonly page: string }) {
  const words = useWords()
  const now = useObservable(said)
  const { text, isProblem, isBrief = false } = now
  useEffect(() => {
    if (!isBrief) return undefined
    const timer = setTimeout(clear, briefMs)
    return () => clearTimeout(timer)
  }, [now, isBrief])
  // A failure is of the page where it was told.
  useEffect(() => () => void (said.get().isProblem && clear()), [page])
  return (
    <>
      <p className={isBrief ? 'said' : 'visually-hidden'} role="status" data-testid="said">
        {isProblem ? null : text}
      </p>
      <div aria-live="assertive" className="said-problem">
        {isProblem && (
          <div className="problem">
            <p>{text}</p>
            <button type="button" className="icon-button" aria-label={words.hide} onClick={clear}>
              <CloseIcon />
            </button>
          </div>
        )}
      </div>
    </>
  )
}
