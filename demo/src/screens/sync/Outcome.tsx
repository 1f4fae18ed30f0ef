import type { RunReport } from 'waraq'
import { useWords } from '../../ui/hooks.ts'

/** How a run ended. */
export function Outcome({ outcome }: { readonly outcome: RunReport['outcome'] }) {
  const words = useWords()
  return (
    <span className="badge outcome" data-outcome={outcome}>
      {words.panel.outcomes[outcome]}
    </span>
  )
}
