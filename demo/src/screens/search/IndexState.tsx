import type { SearchStatus } from '@waraq/search/page'
import { libraryHref } from '../../routes/route.ts'
import { indexedShare } from '../../search/search-progress.ts'
import { useWords } from '../../ui/hooks.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

/** Says which resources are not searched yet, or cannot be. */
export function IndexState({ status }: { readonly status: SearchStatus | null }) {
  const words = useWords()
  const says = words.reading.search
  if (!status) return null
  if (status.state === 'failed') {
    return (
      <p className="problem" role="alert">
        {says.failed}
      </p>
    )
  }
  if (status.state === 'ready' && status.resources.every(({ state }) => state === 'absent')) {
    return (
      <p className="hint">
        {says.nothing} <a href={libraryHref}>{words.reading.toLibrary}</a>
      </p>
    )
  }
  const share = indexedShare(status)
  if (share === null) return null
  return (
    <div className="index-state" data-testid="index-state">
      <p className="hint">{says.building(share)}</p>
      <ProgressBar name={says.index} words={words.figures.share(share)} share={share} />
    </div>
  )
}
